import { groupBy } from "../group-by";
import { type FieldSegment, parseFieldPattern } from "./field-pattern";
import {
  compileTrie,
  type FieldTrieNode,
  leadsToKeys,
  stepToElement,
  stepToKey,
  type TriePositions,
} from "./field-trie";
import { normalizeKey } from "./fold";

/**
 * Fields of a list, looked for all at once: it takes a time that grows with the values and the list, and not with their product. Keys are
 * compared after NFC; a path ends at `[]` in an array that has an element.
 */
export class SoughtFields {
  /** Where the list begins; a pattern that is malformed is not in it. */
  readonly root: FieldTrieNode;
  readonly #patterns: readonly string[];
  readonly #patternsByEnd: ReadonlyMap<FieldTrieNode, readonly { text: string }[]>;

  constructor(patterns: Iterable<string>) {
    this.#patterns = [...new Set(patterns)];
    const parsed = this.#patterns.flatMap((text) => {
      const pattern = parseFieldPattern(text);
      return pattern.ok ? [{ text, segments: pattern.segments }] : [];
    });
    this.root = compileTrie(
      parsed.map(({ segments }) => segments),
      (key) => key,
    );
    this.#patternsByEnd = groupBy(parsed, ({ segments }) => findEnd(this.root, segments));
  }

  /**
   * @param values plain data; only what is an object has fields.
   * @returns the patterns at whose end some value stands.
   */
  find(values: readonly unknown[]): ReadonlySet<string> {
    const reached = new Set<FieldTrieNode>();
    reach(values, [this.root], reached);
    return new Set(
      [...reached].flatMap((node) => (this.#patternsByEnd.get(node) ?? []).map(({ text }) => text)),
    );
  }

  /**
   * @param found what {@link find} gave.
   * @param limit how many of the others are named.
   */
  listOthers(found: ReadonlySet<string>, limit: number): { named: string[]; count: number } {
    const named: string[] = [];
    for (const pattern of this.#patterns) {
      if (named.length === limit) break;
      if (!found.has(pattern)) named.push(pattern);
    }
    return { named, count: this.#patterns.length - found.size };
  }
}

/** Notes every position at which one of the values stands, here and below. What stands at the same path is looked at once. */
function reach(values: readonly unknown[], positions: TriePositions, reached: Set<FieldTrieNode>): void {
  for (const position of positions) reached.add(position);
  const elements = stepToElement(positions);
  const arrays = elements.length > 0 ? values.filter((value) => Array.isArray(value)) : [];
  if (arrays.some(({ length }) => length > 0)) reach(arrays.flat(), elements, reached);
  if (!leadsToKeys(positions)) return;
  for (const [key, fields] of groupFields(values)) {
    const below = stepToKey(positions, key);
    if (below.length > 0) reach(fields, below, reached);
  }
}

/** What stands under each key of those that are objects. */
function groupFields(values: readonly unknown[]): Map<string, unknown[]> {
  const fieldsByKey = new Map<string, unknown[]>();
  for (const value of values) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      const key = normalizeKey(name);
      const known = fieldsByKey.get(key);
      if (known) known.push(field);
      else fieldsByKey.set(key, [field]);
    }
  }
  return fieldsByKey;
}

function findEnd(root: FieldTrieNode, segments: readonly FieldSegment[]): FieldTrieNode {
  let node: FieldTrieNode | null | undefined = root;
  for (const { key, arrays } of segments) {
    node = key === null ? node?.anyKey : node?.keys.get(key);
    for (let depth = 0; depth < arrays; depth += 1) node = node?.element;
  }
  if (!node) throw new Error("a list has all of its patterns");
  return node;
}
