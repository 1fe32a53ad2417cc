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

/** The rules of one sender, or of any, each list in the order of the policy. */
export interface SenderRules {
  readonly byReceiver: ReadonlyMap<string, readonly IndexedRule[]>;
  readonly toAny: readonly IndexedRule[];
}

/** The rules of a policy, found by their agents: built once for a version, never changed. */
export interface PolicyIndex {
  readonly policy: Policy;
  readonly bySender: ReadonlyMap<string, SenderRules>;
  readonly fromAny: SenderRules;
  readonly noRule: RuleMatch;
}

/** Builds the index by which {@link matchRule} finds a rule in a time that does not grow with their number. */
export function createPolicyIndex(policy: Policy): PolicyIndex {
  const bySender = new Map<string, RulesUnderWay>();
  const fromAny = new RulesUnderWay();
  policy.agent_handoff_rules.forEach((rule, position) => {
    const { from_agent_id: sender } = rule;
    const rules = sender === ANY_AGENT ? fromAny : (bySender.get(sender) ?? new RulesUnderWay());
    if (sender !== ANY_AGENT) bySender.set(sender, rules);
    rules.add({
      rule,
      ruleId: rule.rule_id,
      position,
      specificity: specificityOf(rule),
      mode: rule.handoff_mode,
      expiresAt: expiryOf(rule),
    });
  });
  const noRule = { rule: null, ruleId: null, position: null, specificity: "default" } as const;
  return { policy, bySender, fromAny, noRule: { ...noRule, mode: policy.default_handoff_mode } };
}

class RulesUnderWay implements SenderRules {
  readonly byReceiver = new Map<string, IndexedRule[]>();
  readonly toAny: IndexedRule[] = [];

  add(indexed: IndexedRule): void {
    const receiver = indexed.rule.to_agent_id;
    if (receiver === ANY_AGENT) this.toAny.push(indexed);
    else {
      const rules = this.byReceiver.get(receiver);
      if (rules) rules.push(indexed);
      else this.byReceiver.set(receiver, [indexed]);
    }
  }
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
  const ofSender = index.bySender.get(fromAgent);
  return (
    firstInForce(ofSender?.byReceiver.get(toAgent), options.now) ??
    firstInForce(ofSender?.toAny, options.now) ??
    firstInForce(index.fromAny.byReceiver.get(toAgent), options.now) ??
    firstInForce(index.fromAny.toAny, options.now) ??
    index.noRule
  );
}

/** The rules that name exactly these agents, `*` included, in the order of the policy; expired ones too. */
export function rulesNaming(index: PolicyIndex, sender: string, receiver: string): readonly IndexedRule[] {
  const rules = sender === ANY_AGENT ? index.fromAny : index.bySender.get(sender);
  return (receiver === ANY_AGENT ? rules?.toAny : rules?.byReceiver.get(receiver)) ?? [];
}

/** Every rule, as the index has it, in the order of the policy. */
export function indexedRules(index: PolicyIndex): IndexedRule[] {
  return [...index.bySender.values(), index.fromAny]
    .flatMap(({ byReceiver, toAny }) => [...byReceiver.values(), toAny].flat())
    .sort((a, b) => a.position - b.position);
}

/** How closely a rule names its agents: `exact`, `from`, `to` or `any`, by which of the two is not `*`. */
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
  if (rules) for (const indexed of rules) if (indexed.expiresAt > now) return indexed;
  return undefined;
}
