import type { BlockedFields } from "../scoping/blocked-fields";
import { type CompiledPolicy, compilePolicy } from "../scoping/compile-policy";
import { escapeKey } from "../scoping/field-pattern";
import {
  type FieldTrieNode,
  isAtEnd,
  leadsToKeys,
  stepToElement,
  stepToKey,
  type TriePositions,
} from "../scoping/field-trie";
import { normalizeKey } from "../scoping/fold";
import type { HandoffContext } from "../scoping/handoff-context";
import { findTerms, type HandoffTerms } from "../scoping/handoff-terms";
import type { Cause } from "../scoping/outcome";
import type { OutlineEntry } from "../session/context-handoff";
import { countTokens } from "../tokens/count-tokens";
import { isAgentRoot, type OutlinePath, type OutlineStep, readOutlinePath } from "./outline-path";
import type { ConversationTranslation, HandoffRule, Policy } from "./policy";
import { ENFORCED } from "./policy-switch";

/**
 * What a policy makes of a leaf of which only path and size are known. An outline does not tell a
 * scalar from `{}` or `[]`, and where that matters the size has to: an empty container has few
 * tokens, and most scalars have another number.
 */
export interface LeafOutcome {
  /** The step that takes the leaf; null where it passes. */
  readonly cause: Cause | null;
  /** The size in tokens of an empty container in its place, where one would fare otherwise; else 0. */
  readonly emptyTokens: number;
  /** The step that would take that container; null where it would pass. */
  readonly emptyCause: Cause | null;
}

/** What a policy passes of the contexts that one agent hands to another, judged by their outlines. */
export interface OutlineScope {
  readonly terms: HandoffTerms;
  /** The size in tokens to which an agent's output is summarised; null where none is. */
  readonly summaryTokens: number | null;
  /** What becomes of a leaf; `path` as an outline has it. */
  outcomeOf(path: string): LeafOutcome;
  /** The path of the blocked field that a leaf is, or lies in, whatever takes it first; null if there is none. */
  findBlocked(path: string): string | null;
}

/**
 * Scopes contexts of which only the outline is known, by the same terms as `scopeContext`:
 * mode, allowed fields, blocked fields, what strict enforcement drops, what extraction leaves
 * out. It decides by the path alone, at any depth.
 *
 * @param handoff.agents the agents whose outputs the context holds; without them every path
 *   belongs to an agent that does not begin with the name of a part (`observations`,
 *   `original_input`, `memories`, `artifacts`).
 * @param handoff.now milliseconds since 1970.
 */
export function scopeOutline(
  policy: CompiledPolicy,
  handoff: { from: string; to: string; now: number; agents?: readonly string[] },
): OutlineScope {
  const terms = findTerms(policy, { ...handoff, context: NO_CONTEXT });
  const translation = translationOf(policy, terms.rule);
  // Compiled with the policy: of some ten thousand fields it takes a part of a second and
  // 50 MB, which pairs of agents have no end of.
  const extracted = (translation && terms.rule && policy.rules.get(terms.rule)?.extracted) ?? null;
  const scope = new LeafScope(policy, terms, { ...handoff, extracted });
  return {
    terms,
    summaryTokens: translation?.summarize ? translation.max_summary_tokens : null,
    outcomeOf: (path) => scope.outcomeOf(readOutlinePath(path)),
    findBlocked: (path) => scope.findBlocked(readOutlinePath(path)),
  };
}

/** Compiles a policy that is only judged by: nothing is ever written down that would name its version. */
export function compileForJudgement(policy: Policy): CompiledPolicy {
  return compilePolicy({ policy, version: "", section: {}, switch: ENFORCED });
}

/** The step that takes a leaf, as far as its size tells; null where it passes. */
export function causeOf(outcome: LeafOutcome, entry: Pick<OutlineEntry, "path" | "tokens">): Cause | null {
  const { cause, emptyTokens, emptyCause } = outcome;
  if (emptyTokens === 0) return cause;
  // Of several elements that share a path the sizes are added up.
  const isEmpty = entry.path.includes("[]") ? entry.tokens % emptyTokens === 0 : entry.tokens === emptyTokens;
  return isEmpty ? emptyCause : cause;
}

/** The translation that follows scoping; null where the policy or the rule does not enable one. */
function translationOf(policy: CompiledPolicy, rule: HandoffRule | null): ConversationTranslation | null {
  const translation = rule?.conversation_translation;
  const isEnabled = policy.index?.policy.enable_conversation_translation && translation?.enabled;
  return isEnabled ? translation : null;
}

const NO_CONTEXT: HandoffContext = { prior_outputs: {}, observations: [], original_input: null };

const PASSES: LeafOutcome = { cause: null, emptyTokens: 0, emptyCause: null };

class LeafScope {
  readonly #policy: CompiledPolicy;
  readonly #terms: HandoffTerms;
  readonly #sender: string;
  readonly #agents: ReadonlySet<string> | null;
  /** The fields that a translation extracts; null where it extracts none. */
  readonly #extracted: FieldTrieNode | null;
  readonly #blockedByAgent = new Map<string, BlockedFields>();

  constructor(
    policy: CompiledPolicy,
    terms: HandoffTerms,
    handoff: { from: string; agents?: readonly string[]; extracted: FieldTrieNode | null },
  ) {
    this.#policy = policy;
    this.#terms = terms;
    this.#sender = handoff.from;
    this.#agents = handoff.agents ? new Set(handoff.agents) : null;
    this.#extracted = handoff.extracted;
  }

  outcomeOf(path: OutlinePath): LeafOutcome {
    return this.#isOutput(path) ? this.#judgeOutput(path) : this.#judgePart(path);
  }

  findBlocked(path: OutlinePath): string | null {
    return this.#isOutput(path)
      ? findBlockedIn(this.#blockedInOutputOf(path.root.key), path)
      : findBlockedIn(this.#terms.blocked, path, isList(path));
  }

  #isOutput({ root: { key } }: OutlinePath): boolean {
    return isAgentRoot(key) && (this.#agents?.has(key) ?? true);
  }

  #judgeOutput(path: OutlinePath): LeafOutcome {
    const scoped = this.#scopeOutput(path);
    const isInObject = path.root.arrays === 0 && path.steps.length > 0;
    if (this.#extracted === null || !isInObject) return scoped;
    return followedBy(scoped, judgeAllowed(this.#extracted, path.steps, "extracted"));
  }

  #scopeOutput(path: OutlinePath): LeafOutcome {
    const { mode, allowed } = this.#terms;
    const { root, steps } = path;
    if (mode === "minimal" || (mode === "scoped" && root.key !== this.#sender)) return taken("mode");
    const blocked = this.#blockedInOutputOf(root.key);
    const isBlocked = findBlockedIn(blocked, path) !== null;
    if (allowed === null) return isBlocked ? taken("blocked") : PASSES;
    if (root.arrays === 0 && steps.length > 0) {
      const outcome = judgeAllowed(allowed, steps, "not_allowed");
      if (!isBlocked) return outcome;
      const { cause, emptyTokens } = outcome;
      return cause === null ? taken("blocked") : { cause, emptyTokens, emptyCause: "blocked" };
    }
    if (isBlocked) return taken("blocked");
    if (this.#policy.enforcementLevel !== "strict") return PASSES;
    return taken("dropped", root.arrays === 0 ? countTokens("{}") : 0);
  }

  #blockedInOutputOf(agent: string): BlockedFields {
    const known = this.#blockedByAgent.get(agent);
    if (known) return known;
    const blocked = this.#terms.blockedInOutputOf(agent);
    this.#blockedByAgent.set(agent, blocked);
    return blocked;
  }

  #judgePart(path: OutlinePath): LeafOutcome {
    const { root, steps } = path;
    const { blocked, mode } = this.#terms;
    if (mode === "minimal") {
      const [first] = steps;
      if (root.arrays > 0) return taken("mode");
      if (!first) return taken("mode", countTokens(root.key === "original_input" ? "{}" : "[]"));
      const isIdentifier = root.key === "original_input" && this.#policy.minimalInputFields.has(first.key);
      if (!isIdentifier) return taken("mode");
    }
    return findBlockedIn(blocked, path, isList(path)) === null ? PASSES : taken("blocked");
  }
}

/** Whether a part is an array, each element of which is a top of the blocked paths. */
function isList({ root }: OutlinePath): boolean {
  return root.arrays > 0 && root.key !== "original_input";
}

/** The path of the blocked field on the way to a leaf, or of the leaf itself; null if nothing blocks it. */
function findBlockedIn(blocked: BlockedFields, path: OutlinePath, startsAtElements = false): string | null {
  let positions = startsAtElements ? blocked.topOfElements : blocked.top;
  let written = "";
  for (const [depth, { key, arrays }] of [path.root, ...path.steps].entries()) {
    written += depth === 0 ? escapeKey(key) : `.${escapeKey(key)}`;
    if (depth > 0) {
      if (blocked.blocksName(key)) return written;
      positions = blocked.enter(positions, key);
      if (isAtEnd(positions)) return written;
    }
    for (let level = 0; level < arrays; level += 1) {
      written += "[]";
      positions = stepToElement(positions);
      if (isAtEnd(positions)) return written;
    }
  }
  return null;
}

/**
 * What a list of fields that pass makes of a leaf: a path of it has to lead to the leaf, or to what the leaf
 * lies in, and to enter each array by `[]`.
 */
function judgeAllowed(list: FieldTrieNode, steps: readonly OutlineStep[], cause: Cause): LeafOutcome {
  let positions: TriePositions = [list];
  for (const { key, arrays } of steps) {
    positions = stepToKey(positions, normalizeKey(key));
    for (let level = 0; level < arrays && !isAtEnd(positions); level += 1)
      positions = stepToElement(positions);
    if (isAtEnd(positions)) return PASSES;
    if (positions.length === 0) return taken(cause);
  }
  return taken(cause, sizeOfEmpty(positions, steps.at(-1)));
}

/** What becomes of a leaf in two steps, the second of which sees what the first left. */
function followedBy(first: LeafOutcome, second: LeafOutcome): LeafOutcome {
  if (first.cause === null) return second;
  if (first.emptyTokens === 0 || first.emptyCause !== null || second.emptyTokens === first.emptyTokens)
    return first;
  return { ...first, emptyCause: second.cause };
}

/**
 * The size in tokens of a leaf that is the empty container into which the paths
 * would lead on; 0 where they lead into none.
 */
function sizeOfEmpty(positions: TriePositions, leaf: OutlineStep | undefined): number {
  const empty = leadsToKeys(positions) ? "{}" : stepToElement(positions).length > 0 ? "[]" : null;
  if (empty === null || leaf === undefined) return 0;
  return countTokens(leaf.arrays > 0 ? empty : `${JSON.stringify(leaf.key)}:${empty}`);
}

function taken(cause: Cause, emptyTokens = 0): LeafOutcome {
  return { cause, emptyTokens, emptyCause: null };
}
