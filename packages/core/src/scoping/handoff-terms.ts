import type { HandoffMode } from "../policy/handoff-mode";
import { matchRule } from "../policy/match-rule";
import type { HandoffRule } from "../policy/policy";
import { type BlockedFields, joinBlockedPatterns } from "./blocked-fields";
import type { CompiledPolicy } from "./compile-policy";
import type { ContextPart } from "./context-part";
import type { FieldTrieNode, TriePositions } from "./field-trie";
import type { HandoffPair } from "./handoff";

/** The terms of a handoff: the policy for one pair of agents. */
export interface HandoffTerms {
  readonly mode: HandoffMode;
  /** Null if no rule applies. */
  readonly rule: HandoffRule | null;
  /** Fields of the sender's output that pass; null if no list restricts them. */
  readonly allowed: FieldTrieNode | null;
  /** Blocks for all parts except outputs. */
  readonly blocked: BlockedFields;
  /**
   * Returns the blocks for an agent's output. Blocks are inherited: an output of agent X loses what the rule
   * X → receiver blocks, whichever agent passes it on.
   */
  blockedInOutputOf(agent: string): BlockedFields;
}

/** Finds the terms of a handoff. Without a policy it is `minimal`, and nothing else is blocked. */
export function findTerms(
  policy: CompiledPolicy,
  { from, to, now }: Pick<HandoffPair, "from" | "to" | "now">,
): HandoffTerms {
  const match = policy.index && matchRule(policy.index, from, to, { now });
  const rule = match?.rule ?? null;
  const mode = match?.mode ?? "minimal";
  const compiledRule = rule && policy.rules.get(rule);
  const lists = compiledRule ? [policy.blocked, compiledRule.blocked] : [policy.blocked];
  const inText = policy.index?.policy.blocked_in_text ?? true;
  const blocked = joinBlockedPatterns(lists, inText);
  return {
    mode,
    rule,
    allowed: (mode === "scoped" && compiledRule?.allowed) || null,
    blocked,
    blockedInOutputOf(agent) {
      const inherited = policy.index && matchRule(policy.index, agent, to, { now }).rule;
      const compiled = inherited && policy.rules.get(inherited);
      return compiled ? joinBlockedPatterns([...lists, compiled.blocked], inText) : blocked;
    },
  };
}

/** Blocks of a part, and the positions of their paths at its top. */
export interface BlockedStart {
  readonly fields: BlockedFields;
  readonly start: TriePositions;
}

/** Returns the blocks for a part of a context, as it was before scoping. */
export function blockedIn(
  part: ContextPart,
  terms: Pick<HandoffTerms, "blocked" | "blockedInOutputOf">,
): BlockedStart {
  if (part.kind === "output") {
    const fields = terms.blockedInOutputOf(part.name);
    return { fields, start: fields.top };
  }
  const isList = part.name !== "original_input" && Array.isArray(part.before);
  return { fields: terms.blocked, start: isList ? terms.blocked.topOfElements : terms.blocked.top };
}
