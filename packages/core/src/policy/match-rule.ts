import { parseTimestamp } from "../session/timestamp";
import type { HandoffMode } from "./handoff-mode";
import { ANY_AGENT, type HandoffRule, type Policy } from "./policy";

/** How closely a rule names a pair of agents, most specific first; `default` is where no rule applies. */
export const SPECIFICITIES = ["exact", "from", "to", "any", "default"] as const;
export type Specificity = (typeof SPECIFICITIES)[number];

/** Which rule applies to a handoff, and the mode that comes of it. */
export interface RuleMatch {
  /** Null where no rule applies, and the policy's default mode does. */
  readonly rule: HandoffRule | null;
  readonly ruleId: string | null;
  /** The rule's place in the policy, counted from 0. */
  readonly position: number | null;
  readonly specificity: Specificity;
  readonly mode: HandoffMode;
}

/** A rule of the index, as the match that it would be. */
export interface IndexedRule extends RuleMatch {
  readonly rule: HandoffRule;
  readonly position: number;
  /** Milliseconds since 1970; Infinity where the rule does not expire. */
  readonly expiresAt: number;
}

/** The rules of a policy, found by their agents: built once for a version, never changed. */
export interface PolicyIndex {
  readonly policy: Policy;
  /** From-agent, then to-agent, each as the rule has it (`*` included), to the rules of that pair in their order. */
  readonly rulesByPair: ReadonlyMap<string, ReadonlyMap<string, readonly IndexedRule[]>>;
  readonly noRule: RuleMatch;
}

/** Builds the index by which {@link matchRule} finds a rule in a time that does not grow with their number. */
export function createPolicyIndex(policy: Policy): PolicyIndex {
  const rulesByPair = new Map<string, Map<string, IndexedRule[]>>();
  policy.agent_handoff_rules.forEach((rule, position) => {
    const rulesByReceiver = rulesByPair.get(rule.from_agent_id) ?? new Map<string, IndexedRule[]>();
    const rules = rulesByReceiver.get(rule.to_agent_id) ?? [];
    rules.push({
      rule,
      ruleId: rule.rule_id,
      position,
      specificity: specificityOf(rule),
      mode: rule.handoff_mode,
      expiresAt: expiryOf(rule),
    });
    rulesByPair.set(rule.from_agent_id, rulesByReceiver.set(rule.to_agent_id, rules));
  });
  const noRule = { rule: null, ruleId: null, position: null, specificity: "default" } as const;
  return { policy, rulesByPair, noRule: { ...noRule, mode: policy.default_handoff_mode } };
}

/**
 * Chooses the rule for a handoff: the exact pair, then `from → *`, then `* → to`, then `* → *`; among equals the one that
 * stands first. A rule that has expired counts as absent.
 *
 * @param options.now milliseconds since 1970.
 */
export function matchRule(
  index: PolicyIndex,
  fromAgent: string,
  toAgent: string,
  options: { now: number },
): RuleMatch {
  const rulesOfSender = index.rulesByPair.get(fromAgent);
  const rulesOfAny = index.rulesByPair.get(ANY_AGENT);
  return (
    firstInForce(rulesOfSender?.get(toAgent), options.now) ??
    firstInForce(rulesOfSender?.get(ANY_AGENT), options.now) ??
    firstInForce(rulesOfAny?.get(toAgent), options.now) ??
    firstInForce(rulesOfAny?.get(ANY_AGENT), options.now) ??
    index.noRule
  );
}

/** Every rule, as the index has it, in the order of the policy. */
export function indexedRules(index: PolicyIndex): IndexedRule[] {
  return [...index.rulesByPair.values()]
    .flatMap((rulesByReceiver) => [...rulesByReceiver.values()].flat())
    .sort((a, b) => a.position - b.position);
}

/** How closely a rule names its agents. */
export function specificityOf(rule: Pick<HandoffRule, "from_agent_id" | "to_agent_id">): Specificity {
  if (rule.from_agent_id === ANY_AGENT) return rule.to_agent_id === ANY_AGENT ? "any" : "to";
  return rule.to_agent_id === ANY_AGENT ? "from" : "exact";
}

/**
 * From when on a rule counts as absent, in milliseconds since 1970; Infinity where it does not expire. A time that cannot
 * be read, which no parsed policy holds, has always passed.
 */
export function expiryOf(rule: Pick<HandoffRule, "expires_at">): number {
  if (rule.expires_at === undefined) return Number.POSITIVE_INFINITY;
  const parsed = parseTimestamp(rule.expires_at, Number.POSITIVE_INFINITY);
  return parsed.ok ? parsed.milliseconds : Number.NEGATIVE_INFINITY;
}

function firstInForce(rules: readonly IndexedRule[] | undefined, now: number): IndexedRule | undefined {
  return rules?.find(({ expiresAt }) => expiresAt > now);
}
