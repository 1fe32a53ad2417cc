import type { OutlineEntry } from "@baton/core";
import { compileForChecks, readOutlinePath, scopeOutline } from "@baton/core/internal";
import { ANY_AGENT, type HandoffRule, matchRule, type PolicyIndex } from "@baton/core/policy";

/**
 * Returns, for each leaf of an outline, the clause of the policy that decided its outcome: a sentence with names
 * in backticks, by path.
 *
 * @param index the policy of the handoff.
 * @param handoff.now milliseconds since 1970, when the handoff took place.
 */
export function explainFields(
  index: PolicyIndex,
  handoff: { from: string; to: string; now: number },
  entries: readonly OutlineEntry[],
): Map<string, string> {
  const clauses = new Clauses(index, handoff);
  return new Map(entries.map((entry) => [entry.path, clauses.explain(entry)]));
}

class Clauses {
  readonly #index: PolicyIndex;
  readonly #handoff: { from: string; to: string; now: number };
  /** Only the blocks of one list: the policy's own, or those of a rule. */
  readonly #blocksOf = new Map<HandoffRule | null, (path: string) => string | null>();

  constructor(index: PolicyIndex, handoff: { from: string; to: string; now: number }) {
    this.#index = index;
    this.#handoff = handoff;
  }

  explain({ path, cause }: OutlineEntry): string {
    const { from, to, now } = this.#handoff;
    const { rule, mode } = matchRule(this.#index, from, to, { now });
    const name = rule && `rule \`${rule.rule_id}\``;
    const source = name ? `Mode ${mode} of ${name}` : `No rule applies, and the default mode ${mode}`;
    switch (cause ?? null) {
      case "blocked":
        return this.#explainBlock(path, rule);
      case "not_allowed":
        return `Not in the allowed fields of ${name ?? "the policy"}.`;
      case "mode":
        return `${source} ${mode === "minimal" ? "drops it" : "passes only the sender’s own output"}.`;
      case "dropped":
        return "Strict enforcement drops an output that is not an object.";
      case "redacted":
        return "A content rule removed a part of its text.";
      case "extracted":
        return `Not in the fields that ${name ?? "the policy"} extracts.`;
      case "summarized":
        return `Summarized by ${name ?? "the policy"}.`;
      case null:
        return rule?.allowed_context_fields && mode === "scoped" && readOutlinePath(path).root.key === from
          ? `In the allowed fields of ${name}.`
          : `${source} passes it, and no list blocks it.`;
    }
  }

  #explainBlock(path: string, rule: HandoffRule | null): string {
    const everywhere = this.#findBlocked(null, path);
    if (everywhere !== null) return `The policy blocks \`${everywhere}\` in every handoff.`;
    const own = rule && this.#findBlocked(rule, path);
    if (rule && own !== null) return `Rule \`${rule.rule_id}\` blocks \`${own}\`.`;
    const { to, now } = this.#handoff;
    const author = readOutlinePath(path).root.key;
    const inherited = matchRule(this.#index, author, to, { now }).rule;
    const field = inherited && this.#findBlocked(inherited, path);
    return inherited && field !== null
      ? `Rule \`${inherited.rule_id}\` blocks \`${field}\`, whichever agent passes it on.`
      : "Blocked.";
  }

  /** @param rule null for the list of the policy. */
  #findBlocked(rule: HandoffRule | null, path: string): string | null {
    const find = this.#blocksOf.get(rule) ?? this.#compileBlocks(rule);
    this.#blocksOf.set(rule, find);
    return find(path);
  }

  #compileBlocks(rule: HandoffRule | null): (path: string) => string | null {
    const { policy } = this.#index;
    const only = {
      ...policy,
      blocked_context_fields: rule ? [] : policy.blocked_context_fields,
      agent_handoff_rules: rule ? [{ ...rule, from_agent_id: ANY_AGENT, to_agent_id: ANY_AGENT }] : [],
    };
    const scope = scopeOutline(compileForChecks(only), this.#handoff);
    return (path) => scope.findBlocked(path);
  }
}
