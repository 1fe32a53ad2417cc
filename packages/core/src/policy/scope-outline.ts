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
import { findTerms, type HandoffTerms } from "../scoping/handoff-terms";
import type { Cause } from "../scoping/outcome";
import type { OutlineEntry } from "../session/context-handoff";
import { countTokens } from "../tokens/count-tokens";
import { KEPT_PARTS } from "./default-names";
import { isAgentRoot, type OutlinePath, type OutlineStep, readOutlinePath } from "./outline-path";
import type { ConversationTranslation, HandoffRule, Policy } from "./policy";
import { ENFORCED } from "./switch-setting";

/**
 * Outcome of a leaf with known path and size. An outline does not distinguish scalars from `{}` and `[]`. If
 * it matters, the size decides: an empty container has few tokens, and most scalars have another number.
 */
export interface LeafOutcome {
  /** The step that removes the leaf; null if it passes. */
  readonly cause: Cause | null;
  /** JSON of an empty container at this path, with its key, if it has another outcome; otherwise null. */
  readonly empty: string | null;
  /** The step that would remove that container; null if it would pass. */
  readonly emptyCause: Cause | null;
}

/** The parts of an outline that a policy passes from one agent to another. */
export interface OutlineScope {
  readonly terms: HandoffTerms;
  /** Summary size in tokens for an agent's output; null without a summary. */
  readonly summaryTokens: number | null;
  /** Returns the outcome of a leaf; `path` as in an outline. */
  outcomeOf(path: string): LeafOutcome;
  /**
   * Returns the path of the blocked field that contains a leaf, whichever step removes it first; null without
   * one.
   */
  findBlocked(path: string): string | null;
}

/**
 * Scopes contexts of which only the outline is known, by the same terms as `scopeContext`: mode, allowed
 * fields, blocked fields, drops of strict enforcement, extraction. The path alone decides, at any depth.
 *
 * @param handoff.agents the agents whose outputs the context holds; without them, every path belongs to an
 * agent unless it starts with the name of a part (`observations`, `original_input`, `memories`, `artifacts`).
 * @param handoff.now milliseconds since 1970.
 */
export function scopeOutline(
  policy: CompiledPolicy,
  handoff: { from: string; to: string; now: number; agents?: readonly string[] },
): OutlineScope {
  const terms = findTerms(policy, handoff);
  const translation = translationOf(policy, terms.rule);
  // Compiled with the policy: ten thousand fields take a fraction of a second and 50 MB, too much for each
  // pair.
  const extracted = (translation && terms.rule && policy.rules.get(terms.rule)?.extracted) ?? null;
  const scope = new LeafScope(policy, terms, { ...handoff, extracted });
  return {
    terms,
    summaryTokens: translation?.summarize ? translation.max_summary_tokens : null,
    outcomeOf: (path) => scope.outcomeOf(readOutlinePath(path)),
    findBlocked: (path) => scope.findBlocked(readOutlinePath(path)),
  };
}

/** Compiles a policy only for checks: its version is never recorded. */
export function compileForChecks(policy: Policy): CompiledPolicy {
  return compilePolicy({ policy, version: "", section: {}, switch: ENFORCED });
}

/** Returns the step that removes a leaf, by its size; null if it passes. */
export function causeOf(outcome: LeafOutcome, entry: Pick<OutlineEntry, "path" | "tokens">): Cause | null {
  const { cause, empty, emptyCause } = outcome;
  if (empty === null) return cause;
  const emptyTokens = countTokens(empty);
  // The sizes of several elements with the same path are summed.
  const isEmpty = entry.path.includes("[]") ? entry.tokens % emptyTokens === 0 : entry.tokens === emptyTokens;
  return isEmpty ? emptyCause : cause;
}

/** Returns the translation after scoping; null if the policy or the rule has none. */
function translationOf(policy: CompiledPolicy, rule: HandoffRule | null): ConversationTranslation | null {
  const translation = rule?.conversation_translation;
  const isEnabled = policy.index?.policy.enable_conversation_translation && translation?.enabled;
  return isEnabled ? translation : null;
}

const PASSES: LeafOutcome = { cause: null, empty: null, emptyCause: null };

class LeafScope {
  readonly #policy: CompiledPolicy;
  readonly #terms: HandoffTerms;
  readonly #sender: string;
  readonly #agents: ReadonlySet<string> | null;
  /** Fields that a translation extracts; null without any. */
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
    return this.#isOutput(path) ? this.#checkOutput(path) : this.#checkPart(path);
  }

  findBlocked(path: OutlinePath): string | null {
    return this.#isOutput(path)
      ? findBlockedIn(this.#blockedInOutputOf(path.root.key), path)
      : findBlockedIn(this.#terms.blocked, path, isList(path));
  }

  #isOutput({ root: { key } }: OutlinePath): boolean {
    return isAgentRoot(key) && (this.#agents?.has(key) ?? true);
  }

  #checkOutput(path: OutlinePath): LeafOutcome {
    const scoped = this.#scopeOutput(path);
    const isInObject = path.root.arrays === 0 && path.steps.length > 0;
    if (this.#extracted === null || !isInObject) return scoped;
    return followedBy(scoped, matchAllowed(this.#extracted, path.steps, "extracted"));
  }

  #scopeOutput(path: OutlinePath): LeafOutcome {
    const { mode, allowed } = this.#terms;
    const { root, steps } = path;
    if (mode === "minimal" || (mode === "scoped" && root.key !== this.#sender)) return taken("mode");
    const blocked = this.#blockedInOutputOf(root.key);
    const isBlocked = findBlockedIn(blocked, path) !== null;
    if (allowed === null) return isBlocked ? taken("blocked") : PASSES;
    if (root.arrays === 0 && steps.length > 0) {
      const outcome = matchAllowed(allowed, steps, "not_allowed");
      if (!isBlocked) return outcome;
      const { cause, empty } = outcome;
      return cause === null ? taken("blocked") : { cause, empty, emptyCause: "blocked" };
    }
    if (isBlocked) return taken("blocked");
    if (this.#policy.enforcementLevel !== "strict") return PASSES;
    return taken("dropped", root.arrays === 0 ? "{}" : null);
  }

  #blockedInOutputOf(agent: string): BlockedFields {
    const known = this.#blockedByAgent.get(agent);
    if (known) return known;
    const blocked = this.#terms.blockedInOutputOf(agent);
    this.#blockedByAgent.set(agent, blocked);
    return blocked;
  }

  #checkPart(path: OutlinePath): LeafOutcome {
    const { root, steps } = path;
    const { blocked, mode } = this.#terms;
    if (mode === "minimal" && !KEPT_PARTS.includes(root.key)) {
      const [first] = steps;
      if (root.arrays > 0) return taken("mode");
      if (!first) return taken("mode", root.key === "original_input" ? "{}" : "[]");
      const isIdentifier = root.key === "original_input" && this.#policy.minimalInputFields.has(first.key);
      if (!isIdentifier) return taken("mode");
    }
    return findBlockedIn(blocked, path, isList(path)) === null ? PASSES : taken("blocked");
  }
}

/** Returns true if a part is an array whose elements are tops of the blocked paths. */
function isList({ root }: OutlinePath): boolean {
  return root.arrays > 0 && root.key !== "original_input";
}

/** Returns the path of the blocked field that is or contains a leaf; null if nothing blocks it. */
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
 * Returns the outcome of a leaf for an allowed list: a path must lead to the leaf or its container, and enter
 * each array with `[]`.
 */
function matchAllowed(list: FieldTrieNode, steps: readonly OutlineStep[], cause: Cause): LeafOutcome {
  let positions: TriePositions = [list];
  for (const { key, arrays } of steps) {
    positions = stepToKey(positions, normalizeKey(key));
    for (let level = 0; level < arrays && !isAtEnd(positions); level += 1)
      positions = stepToElement(positions);
    if (isAtEnd(positions)) return PASSES;
    if (positions.length === 0) return taken(cause);
  }
  return taken(cause, jsonOfEmpty(positions, steps.at(-1)));
}

/** Combines the outcomes of two steps. The second step sees the result of the first. */
function followedBy(first: LeafOutcome, second: LeafOutcome): LeafOutcome {
  if (first.cause === null) return second;
  if (first.empty === null || first.emptyCause !== null || second.empty === first.empty) return first;
  return { ...first, emptyCause: second.cause };
}

/** Returns the JSON of an empty container that the paths would enter; null if there is none. */
function jsonOfEmpty(positions: TriePositions, leaf: OutlineStep | undefined): string | null {
  const empty = leadsToKeys(positions) ? "{}" : stepToElement(positions).length > 0 ? "[]" : null;
  if (empty === null || leaf === undefined) return null;
  return leaf.arrays > 0 ? empty : `${JSON.stringify(leaf.key)}:${empty}`;
}

function taken(cause: Cause, empty: string | null = null): LeafOutcome {
  return { cause, empty, emptyCause: null };
}
