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
 * Limit of steps for all searches together, half a second. Scoped contexts stay below, except if a field is
 * listed as a whole besides thousands of paths below it; then fields can be reported as missing.
 */
const MAX_STEPS = 3_000_000;

/**
 * Searches all fields of a list at once, in time that grows with the values and the list, not with their
 * product. Compares keys after NFC; a path ends at `[]` in an array with an element.
 */
export class SoughtFields {
  /** Root of the list, without malformed patterns. */
  readonly root: FieldTrieNode;
  /** The spellings of each field, by their end; malformed ones have no end. */
  readonly #writtenAt: ReadonlyMap<FieldTrieNode | null, readonly string[]>;
  readonly #count: number;
  #stepsLeft = MAX_STEPS;

  constructor(patterns: Iterable<string>) {
    const parsed = [...new Set(patterns)].map((text) => ({ text, path: parseFieldPattern(text) }));
    this.root = compileTrie(
      parsed.flatMap(({ path }) => (path.ok ? [path.segments] : [])),
      (key) => key,
    );
    const byEnd = groupBy(parsed, ({ path }) => (path.ok ? findEnd(this.root, path.segments) : null));
    this.#writtenAt = new Map([...byEnd].map(([end, each]) => [end, each.map(({ text }) => text)]));
    this.#count = parsed.length;
  }

  /**
   * @param values plain data; only objects have fields. @returns the ends of the fields that exist in some
   * value.
   */
  find(values: readonly unknown[]): ReadonlySet<FieldTrieNode> {
    const reached = new Set<FieldTrieNode>();
    const search = { reached, steps: this.#stepsLeft };
    reach(values, [this.root], search);
    this.#stepsLeft = search.steps;
    return new Set([...reached].filter((node) => this.#writtenAt.has(node)));
  }

  /** Returns all spellings of the found fields. */
  listFound(found: ReadonlySet<FieldTrieNode>): string[] {
    return [...found].flatMap((node) => this.#writtenAt.get(node) ?? []);
  }

  /** @param found result of {@link find}. @param limit maximum number of named fields. */
  listOthers(found: ReadonlySet<FieldTrieNode>, limit: number): { named: string[]; count: number } {
    let count = this.#count;
    for (const node of found) count -= this.#writtenAt.get(node)?.length ?? 0;
    const named: string[] = [];
    for (const [node, ways] of this.#writtenAt) {
      if (named.length === limit) break;
      if (node === null || !found.has(node)) named.push(...ways.slice(0, limit - named.length));
    }
    return { named, count };
  }
}

/** Results so far, and the remaining steps. */
interface Search {
  readonly reached: Set<FieldTrieNode>;
  steps: number;
}

/** Records every position that a value reaches, here and below. Visits each path once. */
function reach(values: readonly unknown[], positions: TriePositions, search: Search): void {
  for (const position of positions) search.reached.add(position);
  search.steps -= positions.length;
  if (search.steps < 0) return;
  const elements = stepToElement(positions);
  const arrays = elements.length > 0 ? values.filter((value) => Array.isArray(value)) : [];
  if (arrays.some(({ length }) => length > 0)) reach(arrays.flat(), elements, search);
  if (!leadsToKeys(positions)) return;
  for (const [key, fields] of groupFields(values)) {
    search.steps -= positions.length;
    if (search.steps < 0) return;
    const below = stepToKey(positions, key);
    if (below.length > 0) reach(fields, below, search);
  }
}

/** Returns the values below each key of the objects. */
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
