import type { MatchCandidate, MatchExplanation } from "@baton/core/policy";
import type { FirstOf } from "@/server/keep-first";

/** Maximum rules of a pair to return: a policy may have thousands. */
const MOST_TOLD = 100;
/** Maximum characters of a text to return. */
const MAX_TEXT = 500;

export type CandidateDto = ReturnType<typeof toCandidateDto>;

/**
 * Reason why a rule applies, up to the limits: the first rules for
 * the pair, and the one that applies.
 */
export interface MatchDto {
  candidates: FirstOf<CandidateDto>;
  summary: string;
}

export function toMatchDto({ candidates, summary }: MatchExplanation): MatchDto {
  const first = candidates.slice(0, MOST_TOLD);
  const winner = candidates.slice(MOST_TOLD).find(({ verdict }) => verdict === "applies");
  return {
    candidates: {
      first: [...first, ...(winner ? [winner] : [])].map(toCandidateDto),
      count: candidates.length,
    },
    summary: summary.slice(0, MAX_TEXT),
  };
}

function toCandidateDto({ position, rule, specificity, verdict, reason }: MatchCandidate) {
  const { from_agent_id: fromAgent, to_agent_id: toAgent } = rule;
  return {
    position,
    ruleId: rule.rule_id.slice(0, MAX_TEXT),
    fromAgent,
    toAgent,
    specificity,
    verdict,
    reason: reason.slice(0, MAX_TEXT),
  };
}
