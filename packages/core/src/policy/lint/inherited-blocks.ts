import type { Finding } from "../../finding";
import { ANY_AGENT } from "../default-names";
import { coversBlock, readBlockedFields } from "../field-coverage";
import { type IndexedRule, indexedRules, matchRule } from "../match-rule";
import { type LintContext, placeOf, quoteAll, warn } from "./lint-context";

/** `block_not_inherited`: a rule replaces a less specific one and lacks a block of it. */
export function lintInheritedBlocks(context: LintContext): Finding[] {
  const ofPolicy = readBlockedFields(context.policy.blocked_context_fields);
  const inForce = indexedRules(context.index)
    .filter(({ expiresAt }) => expiresAt > context.now)
    .map((indexed) => ({ indexed, blocks: readBlockedFields(indexed.rule.blocked_context_fields) }));
  const blocking = inForce.filter(({ blocks }) => blocks.length > 0);
  return inForce.flatMap(({ indexed: rule, blocks }) => {
    const blocked = [...blocks, ...ofPolicy];
    return blocking.flatMap(({ indexed: wider, blocks: widerBlocks }) => {
      const pair = findHiddenPair(context, rule, wider);
      if (pair === null) return [];
      const lost = widerBlocks.filter((other) => !blocked.some((block) => coversBlock(block, other)));
      if (lost.length === 0) return [];
      const names = quoteAll(lost.map(({ pattern }) => pattern));
      return warn(context, placeOf(rule.position), {
        code: "block_not_inherited",
        message: `\`${rule.ruleId}\` replaces \`${wider.ruleId}\` for ${pair} but does not block ${names}`,
        hint: `Add ${names} to the blocked fields of \`${rule.ruleId}\`, or of the policy if no agent may receive them.`,
      });
    });
  });
}

/** Returns a pair for which the more specific rule replaces the other, as text; null without one. */
function findHiddenPair(context: LintContext, rule: IndexedRule, wider: IndexedRule): string | null {
  if (wider.specificity === rule.specificity) return null;
  const from = meet(rule.rule.from_agent_id, wider.rule.from_agent_id);
  const to = meet(rule.rule.to_agent_id, wider.rule.to_agent_id);
  if (from === null || to === null) return null;
  // `*` is not an agent ID: it matches rules for any agent, like an agent without its own rule.
  if (matchRule(context.index, from, to, context).position !== rule.position) return null;
  return `${from === ANY_AGENT ? "any agent" : from} → ${to === ANY_AGENT ? "any agent" : to}`;
}

/** Returns the agents that both name: one, any (`*`), or none (null). */
function meet(a: string, b: string): string | null {
  if (a === b || b === ANY_AGENT) return a;
  return a === ANY_AGENT ? b : null;
}
