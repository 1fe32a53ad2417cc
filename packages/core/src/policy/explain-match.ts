import { shorten } from "../shorten";
import { ANY_AGENT } from "./default-names";
import {
  type IndexedRule,
  isObserved,
  matchRule,
  type PolicyIndex,
  type RuleMatch,
  rulesNaming,
  type Specificity,
} from "./match-rule";

/** The reason why a rule that names a pair does or does not apply to it. */
const VERDICTS = ["applies", "observed", "expired", "less_specific", "stands_later"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A rule that names the pair, and its verdict. */
export interface MatchCandidate extends IndexedRule {
  readonly verdict: Verdict;
  /** The verdict and its reason, as a sentence for users. */
  readonly reason: string;
}

export interface MatchExplanation {
  readonly match: RuleMatch;
  /** Every rule that names the pair, including expired and observed ones, in order of precedence. */
  readonly candidates: readonly MatchCandidate[];
  /** The reason for the result, as a sentence for users. */
  readonly summary: string;
}

/**
 * Returns the rule for a handoff, and why each other rule for the pair does not apply.
 *
 * @param options.now milliseconds since 1970.
 */
export function explainMatch(
  index: PolicyIndex,
  fromAgent: string,
  toAgent: string,
  options: { now: number },
): MatchExplanation {
  const match = matchRule(index, fromAgent, toAgent, options);
  const named = [...new Set([fromAgent, ANY_AGENT])].flatMap((sender) =>
    [...new Set([toAgent, ANY_AGENT])].flatMap((receiver) =>
      rulesNaming(index.trial ?? index, sender, receiver),
    ),
  );
  // Part of the reason of each other rule.
  const winner = shorten(match.ruleId ?? "");
  const candidates = named.map((candidate) => {
    const verdict = check(candidate, match, options.now);
    return { ...candidate, verdict, reason: giveReason(candidate, verdict, { ...match, ruleId: winner }) };
  });
  return { match, candidates, summary: summarize(match, candidates) };
}

function check(candidate: IndexedRule, match: RuleMatch, now: number): Verdict {
  if (candidate.expiresAt <= now) return "expired";
  if (isObserved(candidate.rule)) return "observed";
  if (candidate.position === match.position) return "applies";
  return candidate.specificity === match.specificity ? "stands_later" : "less_specific";
}

const NAMES: Record<Specificity, string> = {
  exact: "both agents",
  from: "the sender and any receiver",
  to: "any sender and the receiver",
  any: "any two agents",
  default: "no agents",
};

function giveReason(candidate: IndexedRule, verdict: Verdict, match: RuleMatch): string {
  const names = `It names ${NAMES[candidate.specificity]}`;
  switch (verdict) {
    case "applies":
      return `${names}. No rule in force is more specific or earlier.`;
    case "observed":
      return `${names}, but only observes: handoffs record what it would change.`;
    case "expired":
      return `It expired at ${candidate.rule.expires_at} and has no effect.`;
    case "stands_later":
      return `${names}, but the earlier rule \`${match.ruleId}\` names the same.`;
    case "less_specific":
      return `${names}, but \`${match.ruleId}\` is more specific: it names ${NAMES[match.specificity]}.`;
  }
}

function summarize(match: RuleMatch, candidates: readonly MatchCandidate[]): string {
  if (match.rule) {
    return `\`${match.ruleId}\` applies, in mode ${match.mode}: it names ${NAMES[match.specificity]}.`;
  }
  const every = candidates.some(({ verdict }) => verdict === "observed")
    ? "Every rule that names the pair only observes or has expired"
    : "Every rule that names the pair has expired";
  const ground = candidates.length === 0 ? "No rule names the pair" : every;
  return `${ground}: the policy's default mode applies, which is ${match.mode}.`;
}
