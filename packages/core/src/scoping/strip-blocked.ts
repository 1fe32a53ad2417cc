import type { BlockedFields } from "./blocked-fields";
import { isAtEnd, NOWHERE, stepToElement, stepToKey, type TriePositions } from "./field-trie";
import { REMOVED } from "./filter-tree";
import { foldKey } from "./fold";
import { extraKeys, isPlain, setOwn } from "./plain-data";
import type { PathStep, RemovedPaths } from "./removed-paths";
import { MAX_DEPTH, ScopingError } from "./scoping-error";

/** Values that a context may hold even here: an end to one that doubles at every level. */
const MAX_STRIPPED_VALUES = 2_500_000;

/** How a value was reached, from below: a list of steps for each would cost as much as it is deep. */
interface Trail {
  /** Null at the root, from which on there are steps. */
  readonly above: Trail | null;
  readonly step: PathStep;
  readonly depth: number;
  /**
   * The value on the trail whose depth is the last power of two. A value that holds itself is met again before the next
   * one, as R. P. Brent's way of finding cycles has it ("An Improved Monte Carlo Factorization Algorithm", 1980).
   */
  readonly mark: object;
}

/** A plain object or array, its copy, which is still empty, and where it stands. */
interface Task {
  readonly blocked: TriePositions;
  readonly trail: Trail;
  readonly source: object | readonly unknown[];
  readonly copy: Record<string, unknown> | unknown[];
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
    const copy = this.#open(value, start, { above: null, step: null, depth: 0, mark: value });
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      const name = nameUnder(this.#removed, root, task.trail);
      if (!Array.isArray(task.copy)) this.#fillObject(task, task.copy, blocked, name);
      else if (Array.isArray(task.source)) this.#fillArray(task, task.source, task.copy, name);
    }
    return copy;
  }

  #fillObject(task: Task, copy: Record<string, unknown>, blocked: BlockedFields, name: Namer): void {
    for (const key of Reflect.ownKeys(task.source)) {
      this.#spend(1);
      const property = Object.getOwnPropertyDescriptor(task.source, key);
      if (typeof key === "symbol" || !property?.enumerable || blocked.blocksName(key)) {
        name(String(key));
        continue;
      }
      const next = task.blocked.length === 0 ? NOWHERE : stepToKey(task.blocked, foldKey(key));
      if (isAtEnd(next) || !isPlainProperty(property, task.trail)) name(key);
      else setOwn(copy, key, this.#copyValue(property.value, next, task.trail, key));
    }
  }

  #fillArray(task: Task, source: readonly unknown[], copy: unknown[], name: Namer): void {
    const next = stepToElement(task.blocked);
    if (isAtEnd(next)) {
      if (source.length > 0) name(null);
      return;
    }
    this.#spend(source.length);
    let elements = 0;
    for (let index = 0; index < source.length; index += 1) {
      const property = Object.getOwnPropertyDescriptor(source, index);
      if (property !== undefined) elements += 1;
      const isKept = property === undefined || isPlainProperty(property, task.trail);
      if (!isKept) name(null);
      copy.push(isKept ? this.#copyValue(property?.value, next, task.trail, null) : null);
    }
    for (const key of extraKeys(source, elements)) name(String(key));
  }

  #copyValue(value: unknown, blocked: TriePositions, above: Trail, step: PathStep): unknown {
    if (!isContainer(value)) return value;
    const depth = above.depth + 1;
    const isPowerOfTwo = (depth & (depth - 1)) === 0;
    return this.#open(value, blocked, { above, step, depth, mark: isPowerOfTwo ? value : above.mark });
  }

  /** Gives an empty copy, which a later task fills. */
  #open(source: object, blocked: TriePositions, trail: Trail): Record<string, unknown> | unknown[] {
    const copy = Array.isArray(source) ? [] : {};
    this.#tasks.push({ source, copy, blocked, trail });
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

function isPlainProperty({ get, set, value }: PropertyDescriptor, trail: Trail): boolean {
  return get === undefined && set === undefined && value !== trail.mark && isPlain(value);
}

type Namer = (step: PathStep) => void;

/** Names removed nodes under a trail, which is followed only when there is one to name. */
function nameUnder(removed: RemovedPaths, root: string, trail: Trail): Namer {
  let above: PathStep[] | undefined;
  return (step) => {
    if (trail.depth > MAX_DEPTH) removed.truncate();
    if (removed.isTruncated) return;
    above ??= stepsOf(trail);
    removed.add(root, [...above, step]);
  };
}

function stepsOf(trail: Trail): PathStep[] {
  const steps: PathStep[] = [];
  for (let at = trail; at.above !== null; at = at.above) steps.push(at.step);
  return steps.reverse();
}
