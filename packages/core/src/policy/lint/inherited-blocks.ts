import type { Finding } from "../../finding";
import { coversBlock } from "../field-coverage";
import { type IndexedRule, indexedRules, matchRule } from "../match-rule";
import { ANY_AGENT } from "../policy";
import { type LintContext, placeOf, quoteAll, warn } from "./lint-context";

/** `block_not_inherited`: a rule applies where a less specific one would, and lacks a block of it. */
export function lintInheritedBlocks(context: LintContext): Finding[] {
  const inForce = indexedRules(context.index).filter(({ expiresAt }) => expiresAt > context.now);
  const blocking = inForce.filter(({ rule }) => rule.blocked_context_fields.length > 0);
  return inForce.flatMap((rule) =>
    blocking.flatMap((wider) => {
      const pair = findHiddenPair(context, rule, wider);
      const lost = pair === null ? [] : findLostBlocks(context, rule, wider);
      if (lost.length === 0) return [];
      return warn(context, placeOf(rule.position), {
        code: "block_not_inherited",
        message: `\`${rule.ruleId}\` applies in the place of \`${wider.ruleId}\` to ${pair}, and does not block ${quoteAll(lost)} as that does`,
        hint: `Add ${quoteAll(lost)} to the blocked fields of \`${rule.ruleId}\`, or of the policy where nobody may get it.`,
      });
    }),
  );
}

function findLostBlocks(context: LintContext, rule: IndexedRule, wider: IndexedRule): string[] {
  const blocked = [...rule.rule.blocked_context_fields, ...context.policy.blocked_context_fields];
  return wider.rule.blocked_context_fields.filter(
    (lost) => !blocked.some((block) => coversBlock(block, lost)),
  );
}

/** A pair that both rules name and to which the more specific one applies, as text; null where there is none. */
function findHiddenPair(context: LintContext, rule: IndexedRule, wider: IndexedRule): string | null {
  if (wider.specificity === rule.specificity) return null;
  const from = meet(rule.rule.from_agent_id, wider.rule.from_agent_id);
  const to = meet(rule.rule.to_agent_id, wider.rule.to_agent_id);
  if (from === null || to === null) return null;
  // `*` is no agent's id: it finds the rules that name any agent, as an agent that no rule names would.
  if (matchRule(context.index, from, to, context).position !== rule.position) return null;
  return `${from === ANY_AGENT ? "any agent" : from} → ${to === ANY_AGENT ? "any agent" : to}`;
}

/** The agents that both name: one, any (`*`), or none (null). */
function meet(a: string, b: string): string | null {
  if (a === b || b === ANY_AGENT) return a;
  return a === ANY_AGENT ? b : null;
}
