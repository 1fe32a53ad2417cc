import { parseTimestamp } from "../session/timestamp";
import { ANY_AGENT } from "./default-names";
import type { HandoffMode } from "./handoff-mode";
import type { HandoffRule, Policy } from "./policy";

/** Precision of a rule's agent names for a pair, most specific first; `default` means no rule applies. */
export const SPECIFICITIES = ["exact", "from", "to", "any", "default"] as const;
export type Specificity = (typeof SPECIFICITIES)[number];

/** The rule that applies to a handoff, and the resulting mode. */
export interface RuleMatch {
  /** Null if no rule applies; then the policy's default mode does. */
  readonly rule: HandoffRule | null;
  readonly ruleId: string | null;
  /** The rule's position in the policy, from 0. */
  readonly position: number | null;
  readonly specificity: Specificity;
  readonly mode: HandoffMode;
}

/** A rule of the index, in the form of its match. */
export interface IndexedRule extends RuleMatch {
  readonly rule: HandoffRule;
  readonly position: number;
  /** Milliseconds since 1970; Infinity if the rule does not expire. */
  readonly expiresAt: number;
}

/** The rules for the same agents. */
export interface NamingRules {
  /** In the order of the policy. */
  readonly all: readonly IndexedRule[];
  /** Those that can apply at some time: each expires later than all before it. */
  readonly informative: readonly IndexedRule[];
}

/** The rules of one sender, or of any sender. */
export interface SenderRules {
  readonly byReceiver: ReadonlyMap<string, NamingRules>;
  readonly toAny: NamingRules;
}

/** The rules of a policy by their agents: built once per version, never changed. */
export interface PolicyIndex {
  readonly policy: Policy;
  readonly bySender: ReadonlyMap<string, SenderRules>;
  readonly fromAny: SenderRules;
  readonly noRule: RuleMatch;
  /** The index of all rules, as if those that only observe were enforced; null if none does. */
  readonly trial: PolicyIndex | null;
}

/**
 * Builds the index that lets {@link matchRule} find a rule in constant time. Rules that only observe are not in it, but
 * in its `trial`.
 */
export function createPolicyIndex(policy: Policy): PolicyIndex {
  const trial = policy.agent_handoff_rules.some(isObserved) ? indexRules(policy, () => true) : null;
  return { ...indexRules(policy, (rule) => !isObserved(rule)), trial };
}

/** Returns true if a rule only observes. */
export function isObserved({ state }: Pick<HandoffRule, "state">): boolean {
  return state === "observe";
}

function indexRules(policy: Policy, isIndexed: (rule: HandoffRule) => boolean): PolicyIndex {
  const bySender = new Map<string, RulesUnderWay>();
  const fromAny = new RulesUnderWay();
  policy.agent_handoff_rules.forEach((rule, position) => {
    if (!isIndexed(rule)) return;
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
  return {
    policy,
    bySender,
    fromAny,
    noRule: { ...noRule, mode: policy.default_handoff_mode },
    trial: null,
  };
}

class RulesUnderWay implements SenderRules {
  readonly byReceiver = new Map<string, ListUnderWay>();
  readonly toAny = new ListUnderWay();

  add(indexed: IndexedRule): void {
    const receiver = indexed.rule.to_agent_id;
    const rules = receiver === ANY_AGENT ? this.toAny : (this.byReceiver.get(receiver) ?? new ListUnderWay());
    if (receiver !== ANY_AGENT) this.byReceiver.set(receiver, rules);
    rules.add(indexed);
  }
}

class ListUnderWay implements NamingRules {
  readonly all: IndexedRule[] = [];
  readonly informative: IndexedRule[] = [];

  add(indexed: IndexedRule): void {
    this.all.push(indexed);
    const last = this.informative.at(-1);
    if (!last || indexed.expiresAt > last.expiresAt) this.informative.push(indexed);
  }
}

/**
 * Selects the rule for a handoff: the exact pair, then `from → *`, then `* → to`, then `* → *`; the first one
 * of equals. Ignores expired rules, and those that only observe.
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

/**
 * Returns the rules that name exactly these agents, including `*`, in the order of the policy, with expired
 * ones.
 */
export function rulesNaming(index: PolicyIndex, sender: string, receiver: string): readonly IndexedRule[] {
  const rules = sender === ANY_AGENT ? index.fromAny : index.bySender.get(sender);
  return (receiver === ANY_AGENT ? rules?.toAny : rules?.byReceiver.get(receiver))?.all ?? [];
}

/** Returns every indexed rule, in the order of the policy. */
export function indexedRules(index: PolicyIndex): IndexedRule[] {
  return [...index.bySender.values(), index.fromAny]
    .flatMap(({ byReceiver, toAny }) => [...byReceiver.values(), toAny].flatMap(({ all }) => all))
    .sort((a, b) => a.position - b.position);
}

/**
 * Returns how closely a rule names its agents: `exact`, `from`, `to` or `any`, by which of the two is not
 * `*`.
 */
export function specificityOf(rule: Pick<HandoffRule, "from_agent_id" | "to_agent_id">): Specificity {
  if (rule.from_agent_id === ANY_AGENT) return rule.to_agent_id === ANY_AGENT ? "any" : "to";
  return rule.to_agent_id === ANY_AGENT ? "from" : "exact";
}

/**
 * Returns the expiry of a rule in milliseconds since 1970; Infinity if it does not expire. An invalid time,
 * which parsed policies exclude, has always passed.
 */
export function expiryOf(rule: Pick<HandoffRule, "expires_at">): number {
  if (rule.expires_at === undefined) return Number.POSITIVE_INFINITY;
  const parsed = parseTimestamp(rule.expires_at, Number.POSITIVE_INFINITY);
  return parsed.ok ? parsed.milliseconds : Number.NEGATIVE_INFINITY;
}

/**
 * Uses bisection, because a policy can have thousands of rules for the same agents that expire one after
 * another.
 */
function firstInForce(rules: NamingRules | undefined, now: number): IndexedRule | undefined {
  if (!rules) return undefined;
  let [from, to] = [0, rules.informative.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rules.informative[middle]?.expiresAt ?? 0) > now) to = middle;
    else from = middle + 1;
  }
  return rules.informative[from];
}
