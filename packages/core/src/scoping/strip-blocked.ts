import type { BlockedFields } from "./blocked-fields";
import { isAtEnd, stepToElement, type TriePositions } from "./field-trie";
import { INHERITED, ownValue } from "./keep-plain";
import { extraKeys, hiddenKeys, isContainer, isPlain, setOwn } from "./plain-data";
import { REMOVED } from "./removed";
import type { PathStep, RemovedPaths, Trail } from "./removed-paths";
import { ScopingError } from "./scoping-error";
import { redactBlockedText } from "./text/text-filter";

/** Maximum values even here; stops at a value that doubles at every level. */
const MAX_STRIPPED_VALUES = 2_500_000;

/**
 * Maximum keys of an object or array to search for hidden ones. They are never copied, so the search is only
 * for their names, and would take too long in larger ones.
 */
const MAX_SEARCHED_KEYS = 100_000;

type ReadLeaf = (value: unknown) => unknown;

/** A plain object or array, its copy, which is still empty, and its position. */
interface Task {
  readonly blocked: TriePositions;
  readonly trail: Trail;
  readonly source: object | readonly unknown[];
  readonly copy: Record<string, unknown> | unknown[];
  /**
   * The ancestor whose depth is the last power of two. A cycle reaches it again before the next power, as in
   * R. P. Brent's cycle detection ("An Improved Monte Carlo Factorization Algorithm", 1980).
   */
  readonly mark: object;
}

/**
 * Removes only blocked fields, cycles, and values that are not plain data; used if scoping itself failed.
 * Loops over a list of tasks, so it works at any depth. Returns copies; never changes the original or runs
 * its code.
 */
export class BlockedStripper {
  readonly #removed: RemovedPaths;
  readonly #tasks: Task[] = [];
  #readLeaf: ReadLeaf = (value) => value;
  #left = MAX_STRIPPED_VALUES;

  constructor(removed: RemovedPaths) {
    this.#removed = removed;
  }

  /**
   * @param root  start of the paths of removed nodes, escaped.
   * @param start positions of the blocked paths at the value.
   * @param readLeaf returns what may pass of a scalar without blocked fields.
   * @returns a copy, or {@link REMOVED} if the value itself is not plain data.
   * @throws ScopingError if there are more than 2,500,000 values in total.
   */
  strip(
    value: unknown,
    root: string,
    blocked: BlockedFields,
    start: TriePositions,
    readLeaf: ReadLeaf = (value) => value,
  ): unknown {
    if (!isPlain(value)) return REMOVED;
    this.#readLeaf = readLeaf;
    const trail = this.#removed.at(root);
    if (!isContainer(value)) return this.#redact(value, blocked, start, trail);
    const copy = this.#open(value, start, trail, value);
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      if (!Array.isArray(task.copy)) this.#fillObject(task, task.copy, blocked);
      else if (Array.isArray(task.source)) this.#fillArray(task, task.source, task.copy, blocked);
    }
    return copy;
  }

  #fillObject(task: Task, copy: Record<string, unknown>, blocked: BlockedFields): void {
    const keys = Object.keys(task.source);
    this.#spend(keys.length);
    for (const key of keys) {
      const value = ownValue(task.source, key);
      // Costs more than elsewhere: there are twenty-five times as many values to spend.
      this.#spend(task.blocked.length >> 1);
      const next = blocked.enter(task.blocked, key);
      if (blocked.blocksName(key) || isAtEnd(next)) task.trail.removeAs(blocked.nameOf(task.blocked, key));
      else if (!isPlain(value) || value === task.mark) task.trail.remove(key);
      else setOwn(copy, key, this.#copyValue(value, blocked, next, task, key));
    }
    if (isSearched(task, keys.length)) {
      for (const key of hiddenKeys(task.source, keys.length)) task.trail.remove(String(key));
    }
  }

  #fillArray(task: Task, source: readonly unknown[], copy: unknown[], blocked: BlockedFields): void {
    this.#spend(task.blocked.length >> 1);
    const next = stepToElement(task.blocked);
    if (isAtEnd(next)) {
      if (source.length > 0) task.trail.remove(null);
      return;
    }
    this.#spend(source.length);
    let elements = 0;
    for (let index = 0; index < source.length; index += 1) {
      const value = ownValue(source, index);
      if (value !== INHERITED) elements += 1;
      const isKept = value === INHERITED || (isPlain(value) && value !== task.mark);
      if (!isKept) task.trail.remove(null);
      if (!isKept) copy.push(null);
      else copy.push(value === INHERITED ? undefined : this.#copyValue(value, blocked, next, task, null));
    }
    if (isSearched(task, elements)) {
      for (const key of extraKeys(source, elements)) task.trail.remove(String(key));
    }
  }

  #copyValue(
    value: unknown,
    blocked: BlockedFields,
    positions: TriePositions,
    above: Task,
    step: PathStep,
  ): unknown {
    if (!isContainer(value)) return this.#redact(value, blocked, positions, above.trail.under(step));
    const trail = above.trail.under(step);
    const isPowerOfTwo = (trail.depth & (trail.depth - 1)) === 0;
    return this.#open(value, positions, trail, isPowerOfTwo ? value : above.mark);
  }

  /** Returns an empty copy, which a later task fills. */
  #open(
    source: object,
    blocked: TriePositions,
    trail: Trail,
    mark: object,
  ): Record<string, unknown> | unknown[] {
    const copy = Array.isArray(source) ? [] : {};
    this.#tasks.push({ source, copy, blocked, trail, mark });
    return copy;
  }

  /** Redacts blocked fields within a text, then what the content rules find. */
  #redact(value: unknown, blocked: BlockedFields, positions: TriePositions, trail: Trail): unknown {
    const left = typeof value === "string" ? redactBlockedText(value, blocked, positions, trail) : value;
    return this.#readLeaf(left);
  }

  #spend(values: number): void {
    this.#left -= values;
    if (this.#left < 0) throw new ScopingError("too_large");
  }
}

function isSearched({ trail }: Task, keys: number): boolean {
  return !trail.isNameless && keys <= MAX_SEARCHED_KEYS;
}
