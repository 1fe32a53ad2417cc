import type { BlockedFields } from "./blocked-fields";
import { isAtEnd, NOWHERE, stepToElement, stepToKey, type TriePositions } from "./field-trie";
import { REMOVED } from "./filter-tree";
import { foldKey } from "./fold";
import { extraKeys, isPlain, setOwn } from "./plain-data";
import type { PathStep, RemovedPaths } from "./removed-paths";
import { ScopingError } from "./scoping-error";

/** Values that a context may hold even here: more than fit in 8 MiB of JSON twice over, and an end to one that holds itself. */
const MAX_STRIPPED_VALUES = 2_500_000;

/** How a value was reached, from below: a list of steps for each would cost as much as it is deep. */
interface Trail {
  readonly step: PathStep;
  readonly above: Trail | null;
}

/** An object or array whose contents are still to be copied. */
interface Task {
  readonly source: object;
  readonly target: object;
  readonly blocked: TriePositions;
  readonly trail: Trail | null;
}

/**
 * Removes blocked fields and what is not plain data, and nothing else: what serves where scoping itself failed. It loops
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
   * @throws ScopingError where there are more than 2,500,000 values in all, as in a value that holds itself.
   */
  strip(value: unknown, root: string, blocked: BlockedFields, start: TriePositions): unknown {
    const copy = this.#copy(value, start, null);
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      const name = nameUnder(this.#removed, root, task.trail);
      if (Array.isArray(task.source) && Array.isArray(task.target)) {
        this.#stripArray(task, task.source, task.target, name);
      } else this.#stripObject(task, blocked, name);
    }
    return copy;
  }

  #stripObject(task: Task, blocked: BlockedFields, name: (step: PathStep) => void): void {
    for (const key of Reflect.ownKeys(task.source)) {
      const property = Object.getOwnPropertyDescriptor(task.source, key);
      const kept =
        typeof key === "symbol" || !property?.enumerable ? REMOVED : this.#keep(key, property, task, blocked);
      if (kept === REMOVED) name(String(key));
      else setOwn(task.target, String(key), kept);
    }
  }

  #keep(key: string, property: PropertyDescriptor, task: Task, blocked: BlockedFields): unknown {
    if (blocked.blocksName(key)) return REMOVED;
    const next = task.blocked.length === 0 ? NOWHERE : stepToKey(task.blocked, foldKey(key));
    if (isAtEnd(next) || isAccessor(property)) return REMOVED;
    return this.#copy(property.value, next, { step: key, above: task.trail });
  }

  #stripArray(
    task: Task,
    source: readonly unknown[],
    target: unknown[],
    name: (step: PathStep) => void,
  ): void {
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
      const isGone = property !== undefined && isAccessor(property);
      const kept = isGone ? REMOVED : this.#copy(property?.value, next, { step: null, above: task.trail });
      if (kept === REMOVED) name(null);
      target.push(kept === REMOVED ? null : kept);
    }
    for (const key of extraKeys(source, elements)) name(String(key));
  }

  /** A scalar as it is; for an object or array an empty copy, which a later task fills. */
  #copy(value: unknown, blocked: TriePositions, trail: Trail | null): unknown {
    this.#spend(1);
    if (!isPlain(value)) return REMOVED;
    if (typeof value !== "object" || value === null) return value;
    const target = Array.isArray(value) ? [] : {};
    this.#tasks.push({ source: value, target, blocked, trail });
    return target;
  }

  #spend(values: number): void {
    this.#left -= values;
    if (this.#left < 0) throw new ScopingError("too_large");
  }
}

function isAccessor(property: PropertyDescriptor): boolean {
  return property.get !== undefined || property.set !== undefined;
}

/** Names removed nodes under a trail, which is followed only when there is one to name. */
function nameUnder(removed: RemovedPaths, root: string, trail: Trail | null): (step: PathStep) => void {
  let above: PathStep[] | undefined;
  return (step) => {
    if (removed.isTruncated) return;
    above ??= stepsOf(trail);
    removed.add(root, [...above, step]);
  };
}

function stepsOf(trail: Trail | null): PathStep[] {
  const steps: PathStep[] = [];
  for (let at = trail; at !== null; at = at.above) steps.push(at.step);
  return steps.reverse();
}
