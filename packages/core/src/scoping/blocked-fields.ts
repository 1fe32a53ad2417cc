import { type FieldSegment, parseBlockedPattern } from "./field-pattern";
import { compileTrie, type FieldTrieNode, NOWHERE, stepToAny, type TriePositions } from "./field-trie";
import { foldForms } from "./fold";
import { ANY_KEY, type KeyName, nameOfKey } from "./key-name";
import { createNameHint } from "./text/name-hint";

/** A list of blocked patterns, compiled: plain names, which count at any depth, and paths from the top. */
export interface BlockedPatterns {
  readonly names: ReadonlySet<string>;
  readonly paths: FieldTrieNode;
  /** False only if no label in the text can be one of the names, or the last key of one of the paths. */
  readonly mayBeIn: (text: string) => boolean;
}

/** Everything that is blocked for one part of one handoff. */
export interface BlockedFields {
  /** True if nothing is blocked. */
  readonly isEmpty: boolean;
  readonly hasNames: boolean;
  /** False only if a text has no blocked field. */
  mayBeIn(text: string): boolean;
  /** Returns true if a key is removed anywhere. */
  blocksName(key: string): boolean;
  /** Returns the positions of the paths after entering a key of an object. */
  enter(positions: TriePositions, key: string): TriePositions;
  /**
   * Returns the name of a blocked key for reports: the key if a pattern names it, {@link ANY_KEY} if it is
   * data. If `*` blocks all keys of an object, every key is data, except an output or an element.
   */
  nameOf(positions: TriePositions, key: string): KeyName;
  /** Start of the paths: an agent's output, an observation, the input. */
  readonly top: TriePositions;
  /** Start of the paths for a part that is an array, where each element is a top. */
  readonly topOfElements: TriePositions;
}

/**
 * Compiles a blocked list. Compares keys by their {@link foldForms}, so that look-alikes are blocked too.
 *
 * @throws Error if a pattern is malformed, which parsed policies exclude.
 */
export function compileBlockedPatterns(patterns: readonly string[]): BlockedPatterns {
  const names = new Set<string>();
  const paths: FieldSegment[][] = [];
  const lastKeys: string[] = [];
  for (const text of patterns) {
    const parsed = parseBlockedPattern(text);
    if (!parsed.ok) throw new Error(`a blocked pattern is malformed: ${parsed.reason}`);
    const [first] = parsed.segments;
    lastKeys.push(parsed.segments.findLast(({ key }) => key !== null)?.key ?? "");
    const isName = parsed.segments.length === 1 && first?.key != null && first.arrays === 0;
    if (isName) for (const form of foldForms(first.key)) names.add(form);
    else paths.push(...formsOfPath(parsed.segments));
  }
  return { names, paths: compileTrie(paths, (key) => key), mayBeIn: createNameHint(lastKeys) };
}

/**
 * Returns the forms of a path: one for ASCII keys; otherwise the first forms of all keys, then the second
 * ones …
 */
function formsOfPath(segments: readonly FieldSegment[]): FieldSegment[][] {
  const forms = segments.map(({ key }) => (key === null ? [null] : foldForms(key)));
  const count = Math.max(...forms.map(({ length }) => length));
  return Array.from({ length: count }, (_, index) =>
    segments.map(({ arrays }, place) => {
      const ofKey = forms[place] ?? [];
      return { key: ofKey[Math.min(index, ofKey.length - 1)] ?? null, arrays };
    }),
  );
}

/** Joins several blocked lists: blocks everything that any of them blocks. */
export function joinBlockedPatterns(lists: Iterable<BlockedPatterns>, inText = true): BlockedFields {
  const different = [...new Set(lists)];
  const names = different.map((list) => list.names).filter(({ size }) => size > 0);
  const top = different.map(({ paths }) => paths).filter(hasPaths);
  const known = new Map<string, readonly string[]>();
  // Folding is far slower than a look-up, and keys repeat.
  const formsOf = (key: string) => {
    const forms = known.get(key) ?? foldForms(key);
    known.set(key, forms);
    return forms;
  };
  const blocksName = (key: string) =>
    names.length > 0 && formsOf(key).some((form) => names.some((set) => set.has(form)));
  return {
    isEmpty: names.length === 0 && top.length === 0,
    hasNames: names.length > 0,
    mayBeIn: (text) => inText && different.some((list) => list.mayBeIn(text)),
    blocksName,
    enter: (positions, key) => (positions.length === 0 ? NOWHERE : stepToAny(positions, formsOf(key))),
    nameOf(positions, key) {
      const isNamed =
        blocksName(key) || positions.some(({ keys }) => formsOf(key).some((form) => keys.get(form)?.isEnd));
      if (isNamed) return key;
      const isMatched = positions.some(({ anyKey, isUnderKey }) => isUnderKey && anyKey?.isEnd);
      return isMatched ? ANY_KEY : nameOfKey(key);
    },
    top,
    topOfElements: top.map((paths) => ({
      keys: new Map(),
      anyKey: null,
      element: paths,
      isEnd: false,
      isUnderKey: false,
    })),
  };
}

function hasPaths({ keys, anyKey }: FieldTrieNode): boolean {
  return keys.size > 0 || anyKey !== null;
}
