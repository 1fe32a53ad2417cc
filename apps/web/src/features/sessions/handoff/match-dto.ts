import type { MatchCandidate, MatchExplanation } from "@baton/core/policy";
import { type FirstOf, keepFirst } from "@/server/keep-first";

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
  const { first, count } = keepFirst(candidates);
  const winner = candidates.slice(first.length).find(({ verdict }) => verdict === "applies");
  return {
    candidates: { first: [...first, ...(winner ? [winner] : [])].map(toCandidateDto), count },
    summary,
  };
}

function toCandidateDto({ position, rule, specificity, verdict, reason }: MatchCandidate) {
  const { from_agent_id: fromAgent, to_agent_id: toAgent } = rule;
  return {
    position,
    ruleId: rule.rule_id,
    fromAgent,
    toAgent,
    specificity,
    verdict,
    reason,
  };
}
