import type { BlockedFields } from "./blocked-fields";
import { isAtEnd, NOWHERE, stepToElement, stepToKey, type TriePositions } from "./field-trie";
import { foldKey } from "./fold";
import { extraKeys, isPlain, setOwn } from "./plain-data";
import { REMOVED } from "./removed";
import { type PathStep, type RemovedPaths, Trail } from "./removed-paths";
import { ScopingError } from "./scoping-error";

/** Values that a context may hold even here: an end to one that doubles at every level. */
const MAX_STRIPPED_VALUES = 2_500_000;

/** A plain object or array, its copy, which is still empty, and where it stands. */
interface Task {
  readonly blocked: TriePositions;
  readonly trail: Trail;
  readonly source: object | readonly unknown[];
  readonly copy: Record<string, unknown> | unknown[];
  /**
   * The value on the way here whose depth is the last power of two. A value that holds itself is met again before the next
   * one, as R. P. Brent's way of finding cycles has it ("An Improved Monte Carlo Factorization Algorithm", 1980).
   */
  readonly mark: object;
}

/**
 * Removes blocked fields, what is not plain data and what holds itself, and nothing else: what serves where scoping itself failed. It loops
 * over a list of tasks, so no depth is too deep for it. It gives copies; the original stays as it is, no code of it runs.
 */
export class BlockedStripper {
  readonly #removed: RemovedPaths;
  readonly #tasks: Task[] = [];
  #left = MAX_STRIPPED_VALUES;

  constructor(removed: RemovedPaths) {
    this.#removed = removed;
  }

  /**
   * @param root  how the paths of removed nodes begin, escaped.
   * @param start where the blocked paths stand at the value.
   * @returns a copy, or {@link REMOVED} where the value itself is no plain data.
   * @throws ScopingError where there are more than 2,500,000 values in all.
   */
  strip(value: unknown, root: string, blocked: BlockedFields, start: TriePositions): unknown {
    if (!isPlain(value)) return REMOVED;
    if (!isContainer(value)) return value;
    const copy = this.#open(value, start, this.#removed.at(root), value);
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      if (!Array.isArray(task.copy)) this.#fillObject(task, task.copy, blocked);
      else if (Array.isArray(task.source)) this.#fillArray(task, task.source, task.copy);
    }
    return copy;
  }

  #fillObject(task: Task, copy: Record<string, unknown>, blocked: BlockedFields): void {
    for (const key of Reflect.ownKeys(task.source)) {
      this.#spend(1);
      const property = Object.getOwnPropertyDescriptor(task.source, key);
      if (typeof key === "symbol" || !property?.enumerable || blocked.blocksName(key)) {
        task.trail.remove(String(key));
        continue;
      }
      const next = task.blocked.length === 0 ? NOWHERE : stepToKey(task.blocked, foldKey(key));
      if (isAtEnd(next) || !isPlainProperty(property, task.mark)) task.trail.remove(key);
      else setOwn(copy, key, this.#copyValue(property.value, next, task, key));
    }
  }

  #fillArray(task: Task, source: readonly unknown[], copy: unknown[]): void {
    const next = stepToElement(task.blocked);
    if (isAtEnd(next)) {
      if (source.length > 0) task.trail.remove(null);
      return;
    }
    this.#spend(source.length);
    let elements = 0;
    for (let index = 0; index < source.length; index += 1) {
      const property = Object.getOwnPropertyDescriptor(source, index);
      if (property !== undefined) elements += 1;
      const isKept = property === undefined || isPlainProperty(property, task.mark);
      if (!isKept) task.trail.remove(null);
      copy.push(isKept ? this.#copyValue(property?.value, next, task, null) : null);
    }
    for (const key of extraKeys(source, elements)) task.trail.remove(String(key));
  }

  #copyValue(value: unknown, blocked: TriePositions, above: Task, step: PathStep): unknown {
    if (!isContainer(value)) return value;
    const trail = new Trail(above.trail, step);
    const isPowerOfTwo = (trail.depth & (trail.depth - 1)) === 0;
    return this.#open(value, blocked, trail, isPowerOfTwo ? value : above.mark);
  }

  /** Gives an empty copy, which a later task fills. */
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

  #spend(values: number): void {
    this.#left -= values;
    if (this.#left < 0) throw new ScopingError("too_large");
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isPlainProperty({ get, set, value }: PropertyDescriptor, mark: object): boolean {
  return get === undefined && set === undefined && value !== mark && isPlain(value);
}
