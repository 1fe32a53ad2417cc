import { parseBlockedPattern } from "./field-pattern";
import { compileTrie, type FieldTrieNode, type TriePositions } from "./field-trie";
import { foldKey } from "./fold";

/** A list of blocked patterns, compiled: plain names, which count at any depth, and paths from the top. */
export interface BlockedPatterns {
  readonly names: ReadonlySet<string>;
  readonly paths: FieldTrieNode;
}

/** Everything that is blocked for one part of one handoff. */
export interface BlockedFields {
  /** Whether nothing at all is blocked. */
  readonly isEmpty: boolean;
  readonly hasNames: boolean;
  /** Whether a key is removed wherever it stands. */
  blocksName(key: string): boolean;
  /** Where the paths begin: at an agent's output, an observation, the input. */
  readonly top: TriePositions;
  /** Where they begin for a part that is an array, each element of which is a top. */
  readonly topOfElements: TriePositions;
}

/**
 * Compiles a blocked list. All keys are folded, so that look-alikes are blocked too.
 *
 * @throws Error where a pattern is malformed, which those of a parsed policy are not.
 */
export function compileBlockedPatterns(patterns: readonly string[]): BlockedPatterns {
  const names = new Set<string>();
  const paths = [];
  for (const text of patterns) {
    const parsed = parseBlockedPattern(text);
    if (!parsed.ok) throw new Error(`a blocked pattern is malformed: ${parsed.reason}`);
    const [first] = parsed.segments;
    const isName = parsed.segments.length === 1 && first?.key != null && first.arrays === 0;
    if (isName) names.add(foldKey(first.key));
    else paths.push(parsed.segments);
  }
  return { names, paths: compileTrie(paths, foldKey) };
}

/** Joins several blocked lists: what any of them blocks is blocked. */
export function joinBlockedPatterns(lists: Iterable<BlockedPatterns>): BlockedFields {
  const different = [...new Set(lists)];
  const names = different.map((list) => list.names).filter(({ size }) => size > 0);
  const top = different.map(({ paths }) => paths).filter(hasPaths);
  return {
    isEmpty: names.length === 0 && top.length === 0,
    hasNames: names.length > 0,
    blocksName(key) {
      const folded = foldKey(key);
      return names.some((set) => set.has(folded));
    },
    top,
    topOfElements: top.map((paths) => ({ keys: new Map(), anyKey: null, element: paths, isEnd: false })),
  };
}

function hasPaths({ keys, anyKey }: FieldTrieNode): boolean {
  return keys.size > 0 || anyKey !== null;
}
