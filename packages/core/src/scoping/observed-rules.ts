import { isObserved, matchRule } from "../policy/match-rule";
import type { HandoffRule } from "../policy/policy";
import type { ContextHandoffEvent, ObservedRules, OutlineEntry } from "../session/context-handoff";
import { attempt } from "./attempt";
import type { CompiledPolicy } from "./compile-policy";
import type { HandoffPair } from "./handoff";

type Pair = Pick<HandoffPair, "from" | "to" | "now">;

/** Returns true if an observed candidate, or an observed rule that applies to two agents, wants an event. */
export function mustRecordObserved(policy: CompiledPolicy, pair: Pair): boolean {
  return (
    isCandidateObserved(policy) || findObserved(policy, pair, []).some(({ audit_enabled }) => audit_enabled)
  );
}

/**
 * Adds to an event what rules that only observe, or an observed candidate, would have changed. They change nothing that
 * passes: the handoff is scoped a second time, as if they were enforced, and only the difference is recorded. Never
 * throws.
 *
 * @param scope scopes the same handoff by another policy, and returns the event.
 */
export function withObservedRules(
  policy: CompiledPolicy,
  pair: Pair,
  event: ContextHandoffEvent | null,
  scope: (trial: CompiledPolicy) => ContextHandoffEvent | null,
): ContextHandoffEvent | null {
  if (event === null) return event;
  const observed = attempt(() => {
    const tried = tryObserved(policy, pair, event.context_before_scoping.agents_included, scope);
    return tried?.would ? compareEvents(tried.named, event, tried.would) : null;
  });
  return observed === null ? event : { ...event, observed_rules: observed };
}

interface NamedRules {
  /** The version of an observed candidate. */
  readonly policy_version?: string | null;
  readonly rule_ids: string[];
}

/**
 * Does something again as if rules that only observe, or an observed candidate, were enforced.
 *
 * @param agents the authors of what the handoff contains, in addition to the sender.
 * @param work does it by another policy.
 * @returns its result, and what an event names; null if nothing is observed between the two agents.
 */
export function tryObserved<Result>(
  policy: CompiledPolicy,
  pair: Pair,
  agents: readonly string[],
  work: (trial: CompiledPolicy) => Result,
): { named: NamedRules; would: Result } | null {
  const { trial } = policy;
  if (trial === null) return null;
  const isCandidate = isCandidateObserved(policy);
  const rule_ids = findObserved(policy, pair, agents).map(({ rule_id }) => rule_id);
  if (rule_ids.length === 0 && !isCandidate) return null;
  const named = isCandidate ? { policy_version: trial.version, rule_ids } : { rule_ids };
  return { named, would: work(trial) };
}

/** Fields of a handoff that is scoped only to see what would happen. */
export const ONLY_TRIED = {
  newId: () => "tried",
  microseconds: undefined,
  capturesContent: false,
  freezes: false,
};

/** The trial of a policy's own rules has the same section. */
function isCandidateObserved({ trial, section }: CompiledPolicy): boolean {
  return trial !== null && trial.section !== section;
}

/**
 * Returns the rules that would apply to the pair, or whose blocks the output of an agent would inherit: those that only
 * observe, or all of an observed candidate.
 */
function findObserved(policy: CompiledPolicy, pair: Pair, agents: readonly string[]): HandoffRule[] {
  const trial = policy.trial?.index;
  if (!trial) return [];
  const matches = [pair.from, ...agents].map((agent) => matchRule(trial, agent, pair.to, pair).rule);
  const rules = [...new Set(matches)].filter((rule) => rule !== null);
  return isCandidateObserved(policy) ? rules : rules.filter(isObserved);
}

const FAILURES: readonly unknown[] = ["fallback_minus_blocked", "denied_error"];

function compareEvents(
  named: NamedRules,
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
    ...named,
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
