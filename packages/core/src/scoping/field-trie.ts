import type { FieldSegment } from "./field-pattern";

/** Position of paths after some steps: a node of the trie compiled from the patterns of a list. */
export interface FieldTrieNode {
  keys: Map<string, FieldTrieNode>;
  /** Child for `*`. */
  anyKey: FieldTrieNode | null;
  /** Child for `[]`. */
  element: FieldTrieNode | null;
  /** True if a pattern ends here: it names this node and everything below it. */
  isEnd: boolean;
  /** True if a key leads here, not the top or `[]`. */
  isUnderKey: boolean;
}

/** All current positions in one or several pattern lists; empty if no pattern continues. */
export type TriePositions = readonly FieldTrieNode[];

export const NOWHERE: TriePositions = [];

/**
 * Compiles patterns into one trie.
 *
 * @param normalizeKey form in which keys are compared; applied here, and by the caller before {@link
 * stepToKey}.
 */
export function compileTrie(
  patterns: Iterable<readonly FieldSegment[]>,
  normalizeKey: (key: string) => string,
): FieldTrieNode {
  const root = createNode(false);
  for (const segments of patterns) {
    let node = root;
    for (const { key, arrays } of segments) {
      node = key === null ? enterAnyKey(node) : enterKey(node, normalizeKey(key));
      for (let depth = 0; depth < arrays; depth += 1) node = enterElement(node);
    }
    node.isEnd = true;
  }
  return root;
}

/** Returns the positions after entering a key of an object that is any of `forms`. */
export function stepToAny(positions: TriePositions, forms: readonly string[]): TriePositions {
  const [first = ""] = forms;
  if (forms.length <= 1) return stepToKey(positions, first);
  return [...new Set(forms.flatMap((form) => stepToKey(positions, form)))];
}

/** Returns the positions after entering `key` of an object. */
export function stepToKey(positions: TriePositions, key: string): TriePositions {
  let first: FieldTrieNode | undefined;
  let several: FieldTrieNode[] | undefined;
  for (const { keys, anyKey } of positions) {
    for (const next of [keys.get(key), anyKey]) {
      if (!next) continue;
      if (several) several.push(next);
      else if (first) several = [first, next];
      else first = next;
    }
  }
  return several ?? (first ? [first] : NOWHERE);
}

/** Returns the positions after entering an element of an array. */
export function stepToElement(positions: TriePositions): TriePositions {
  const elements: FieldTrieNode[] = [];
  for (const { element } of positions) if (element) elements.push(element);
  return elements;
}

/**
 * Returns the cost of a step from these positions in values: if keys and `*` alternate in a list, positions
 * double with each step.
 */
export function weighPositions(positions: TriePositions): number {
  return positions.length >> 3;
}

/** Returns true if a pattern ends here. */
export function isAtEnd(positions: TriePositions): boolean {
  return positions.some(({ isEnd }) => isEnd);
}

/** Returns true if a pattern continues into a key of an object. */
export function leadsToKeys(positions: TriePositions): boolean {
  return positions.some(({ keys, anyKey }) => anyKey !== null || keys.size > 0);
}

/** Shared by nodes without children and never written to: a map takes more memory than the rest of a node. */
const NO_KEYS = new Map<string, FieldTrieNode>();

function createNode(isUnderKey: boolean): FieldTrieNode {
  return { keys: NO_KEYS, anyKey: null, element: null, isEnd: false, isUnderKey };
}

function enterKey(node: FieldTrieNode, key: string): FieldTrieNode {
  const known = node.keys.get(key);
  if (known) return known;
  const next = createNode(true);
  if (node.keys === NO_KEYS) node.keys = new Map([[key, next]]);
  else node.keys.set(key, next);
  return next;
}

function enterAnyKey(node: FieldTrieNode): FieldTrieNode {
  node.anyKey ??= createNode(true);
  return node.anyKey;
}

function enterElement(node: FieldTrieNode): FieldTrieNode {
  node.element ??= createNode(false);
  return node.element;
}
