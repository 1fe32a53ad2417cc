import { isObserved, matchRule } from "../policy/match-rule";
import type { HandoffRule } from "../policy/policy";
import type { ContextHandoffEvent, ObservedRules, OutlineEntry } from "../session/context-handoff";
import { attempt } from "./attempt";
import type { CompiledPolicy } from "./compile-policy";
import type { HandoffPair } from "./handoff";

type Pair = Pick<HandoffPair, "from" | "to" | "now">;

/** Returns true if a rule that only observes would apply to two agents and wants an event. */
export function mustRecordObserved(policy: CompiledPolicy, pair: Pair): boolean {
  return findObserved(policy, pair, []).some(({ audit_enabled }) => audit_enabled);
}

/**
 * Adds to an event what rules that only observe would have changed. They change nothing that passes: the handoff is
 * scoped a second time, as if they were enforced, and only the difference is recorded. Never throws.
 *
 * @param scope scopes the same handoff by another policy, and returns the event.
 */
export function withObservedRules(
  policy: CompiledPolicy,
  pair: Pair,
  event: ContextHandoffEvent | null,
  scope: (trial: CompiledPolicy) => ContextHandoffEvent | null,
): ContextHandoffEvent | null {
  const { trial } = policy;
  if (event === null || trial === null) return event;
  const observed = attempt(() => {
    const rules = findObserved(policy, pair, event.context_before_scoping.agents_included);
    const would = rules.length === 0 ? null : scope(trial);
    return would && compareEvents(rules, event, would);
  });
  return observed === null ? event : { ...event, observed_rules: observed };
}

/** Fields of a handoff that is scoped only to see what would happen. */
export const ONLY_TRIED = {
  newId: () => "tried",
  microseconds: undefined,
  capturesContent: false,
  freezes: false,
};

/** Returns the observed rules that would apply to the pair, or whose blocks the output of an agent would inherit. */
function findObserved({ index }: CompiledPolicy, pair: Pair, agents: readonly string[]): HandoffRule[] {
  const trial = index?.trial;
  if (!trial) return [];
  const rules = [pair.from, ...agents].map((agent) => matchRule(trial, agent, pair.to, pair).rule);
  return [...new Set(rules)].filter((rule) => rule !== null).filter(isObserved);
}

const FAILURES: readonly unknown[] = ["fallback_minus_blocked", "denied_error"];

function compareEvents(
  rules: readonly HandoffRule[],
  event: ContextHandoffEvent,
  would: ContextHandoffEvent,
): ObservedRules | null {
  if (FAILURES.includes(would.scoping_state) || FAILURES.includes(event.scoping_state)) return null;
  const wouldKeep = new Map((would.outline ?? []).map((entry) => [entry.path, keptOf(entry)]));
  const changes = (event.outline ?? []).map((entry) => ({
    path: entry.path,
    change: (wouldKeep.get(entry.path) ?? keptOf(entry)) - keptOf(entry),
  }));
  return {
    rule_ids: rules.map(({ rule_id }) => rule_id),
    governance_rule_id: would.governance_rule_id ?? null,
    handoff_mode: would.handoff_mode,
    total_tokens: would.context_after_scoping.total_tokens,
    would_remove: changes.filter(({ change }) => change < 0).map(({ path }) => path),
    would_pass: changes.filter(({ change }) => change > 0).map(({ path }) => path),
  };
}

/** Returns the tokens of a leaf that pass. */
function keptOf({ tokens, after }: OutlineEntry): number {
  return after ?? tokens;
}
