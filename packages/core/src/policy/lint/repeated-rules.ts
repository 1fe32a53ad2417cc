import type { Finding } from "../../finding";
import { ANY_AGENT } from "../default-names";
import {
  type IndexedRule,
  indexedRules,
  isObserved,
  matchRule,
  type PolicyIndex,
  rulesNaming,
} from "../match-rule";
import { type LintContext, placeOf, warn } from "./lint-context";

/** `duplicate_rule_id`: an earlier rule has the same ID. */
export function lintRuleIds(context: LintContext): Finding[] {
  const seen = new Set<string>();
  return indexedRules(allRules(context)).flatMap(({ rule, position }) => {
    const isRepeated = seen.has(rule.rule_id);
    seen.add(rule.rule_id);
    if (!isRepeated) return [];
    return warn(context, placeOf(position, "rule_id"), {
      code: "duplicate_rule_id",
      message: `\`${rule.rule_id}\` is also the id of an earlier rule, so their savings cannot be separated`,
      hint: "Give each rule its own id.",
    });
  });
}

/** `expired_rule`: the rule counts as absent. */
export function lintExpiry(context: LintContext): Finding[] {
  return indexedRules(allRules(context))
    .filter(({ expiresAt }) => expiresAt <= context.now)
    .map(({ rule, position }) =>
      warn(context, placeOf(position, "expires_at"), {
        code: "expired_rule",
        message: `\`${rule.rule_id}\` expired at ${rule.expires_at} and has no effect`,
        hint: "Delete it, or set a later expiry.",
      }),
    );
}

/**
 * `duplicate_pair`: an earlier rule in force names the same agents. `shadowed_rule`: because of it, this one
 * can never apply, or if it only observes, never could. A rule that observes may name the agents of one that it is to
 * replace, and comes before it.
 */
export function lintRepeatedPairs(context: LintContext): Finding[] {
  const agents = [
    ...(context.seenAgents ?? []),
    ...namedAgents(context.index),
    "any other agent",
    "a further one",
  ];
  return rulesInForce(context).flatMap((later) => {
    const observes = isObserved(later.rule);
    const index = observes ? allRules(context) : context.index;
    const earlier = rulesNaming(index, later.rule.from_agent_id, later.rule.to_agent_id).filter(
      ({ position, expiresAt }) => position < later.position && expiresAt > context.now,
    );
    const [first] = earlier;
    if (!first) return [];
    const repeated = observes
      ? []
      : warn(context, placeOf(later.position), {
          code: "duplicate_pair",
          message: `\`${later.ruleId}\` has the same agents as the earlier rule \`${first.ruleId}\``,
          hint: "Merge the two rules.",
        });
    const cover = earlier.find(({ expiresAt }) => expiresAt >= later.expiresAt);
    if (!cover) return repeated;
    const shadowed = warn(context, placeOf(later.position), {
      code: "shadowed_rule",
      message: `\`${later.ruleId}\` never applies, because \`${cover.ruleId}\` takes precedence, for example for ${examplePair(context, index, { winner: first, agents })}`,
      hint: `Delete it, or move it before \`${cover.ruleId}\`.`,
    });
    return [repeated, shadowed].flat();
  });
}

function rulesInForce(context: LintContext): IndexedRule[] {
  return indexedRules(allRules(context)).filter(({ expiresAt }) => expiresAt > context.now);
}

/** Returns the index with the rules that only observe. */
function allRules({ index }: LintContext): PolicyIndex {
  return index.trial ?? index;
}

/** Returns an example of two agents that `winner` applies to. */
function examplePair(
  context: LintContext,
  index: PolicyIndex,
  { winner, agents }: { winner: IndexedRule; agents: readonly string[] },
): string {
  const { from_agent_id: sender, to_agent_id: receiver } = winner.rule;
  for (const from of sender === ANY_AGENT ? agents : [sender]) {
    for (const to of receiver === ANY_AGENT ? agents : [receiver]) {
      if (from !== to && matchRule(index, from, to, context).position === winner.position) {
        return `${from} → ${to}`;
      }
    }
  }
  return `${sender} → ${receiver}`;
}

function namedAgents(index: PolicyIndex): string[] {
  return index.policy.agent_handoff_rules
    .flatMap(({ from_agent_id, to_agent_id }) => [from_agent_id, to_agent_id])
    .filter((id) => id !== ANY_AGENT);
}
