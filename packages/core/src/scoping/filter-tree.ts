import type { BlockedFields } from "./blocked-fields";
import { isAtEnd, leadsToKeys, NOWHERE, stepToElement, stepToKey, type TriePositions } from "./field-trie";
import { foldKey } from "./fold";
import { extraKeys, hiddenKeys, isPlainArray, isPlainObject, isPlainScalar, setOwn } from "./plain-data";
import type { PathStep, RemovedPaths } from "./removed-paths";
import { MAX_DEPTH, ScopingError, type ValueBudget } from "./scoping-error";

/** What {@link TreeFilter.filter} gives for a value of which nothing remains. */
export const REMOVED = Symbol("removed");

/** Everything passes: there is no allowed list, or one of its paths ended further up. */
export const EVERYTHING = null;

/** Where the allowed paths stand. */
export type AllowedPositions = TriePositions | typeof EVERYTHING;

/**
 * Removes from trees what an allowed list does not keep, what is blocked, and what is not plain data. Both lists are
 * judged on the original. Untouched subtrees are shared with it, changed ones are copied as far as they changed; the
 * original is never written to, and no code of it runs: accessors are removed, not called.
 */
export class TreeFilter {
  readonly #root: string;
  readonly #blocked: BlockedFields;
  readonly #removed: RemovedPaths;
  readonly #budget: ValueBudget;
  readonly #steps: PathStep[] = [];

  /** @param options.root how the paths of removed nodes begin, escaped. */
  constructor(options: { root: string; blocked: BlockedFields; removed: RemovedPaths; budget: ValueBudget }) {
    this.#root = options.root;
    this.#blocked = options.blocked;
    this.#removed = options.removed;
    this.#budget = options.budget;
  }

  /**
   * Filters a value at which paths begin: an agent's output, an observation, the input, a part that is no array.
   *
   * @param allowed where the allowed paths begin; {@link EVERYTHING} where no list restricts the value.
   * @returns the value itself where nothing was removed, else a copy; {@link REMOVED} where the value itself goes.
   * @throws ScopingError where it is nested too deep or the budget is used up.
   */
  filter(value: unknown, allowed: AllowedPositions = EVERYTHING): unknown {
    return this.#keep(value, allowed, this.#blocked.top);
  }

  /** As {@link filter}, for a part that is an array: paths begin at each of its elements. */
  filterElements(part: readonly unknown[]): unknown {
    return this.#keep(part, EVERYTHING, this.#blocked.topOfElements);
  }

  #keep(value: unknown, allowed: AllowedPositions, blocked: TriePositions): unknown {
    if (typeof value === "object" && value !== null) {
      if (this.#steps.length >= MAX_DEPTH) throw new ScopingError("too_deep");
      return Array.isArray(value)
        ? this.#keepArray(value, allowed, blocked)
        : this.#keepObject(value, allowed, blocked);
    }
    return isPlainScalar(value) ? value : REMOVED;
  }

  #keepObject(object: object, allowed: AllowedPositions, blocked: TriePositions): unknown {
    if (!isPlainObject(object)) return REMOVED;
    let copy: Record<string, unknown> | undefined;
    let shownKeys = 0;
    for (const key in object) {
      const property = Object.getOwnPropertyDescriptor(object, key);
      if (property === undefined) continue;
      shownKeys += 1;
      this.#budget.spend(1);
      const kept = this.#keepProperty(key, property, allowed, blocked);
      if (copy === undefined) {
        if (kept === property.value) continue;
        copy = copyUpTo(object, key);
      }
      if (kept === REMOVED) this.#name(key);
      else setOwn(copy, key, kept);
    }
    for (const key of hiddenKeys(object, shownKeys)) {
      copy ??= copyUpTo(object);
      this.#name(String(key));
    }
    return copy ?? object;
  }

  #keepProperty(
    key: string,
    property: PropertyDescriptor,
    allowed: AllowedPositions,
    blocked: TriePositions,
  ): unknown {
    if (this.#blocked.blocksName(key)) return REMOVED;
    const blockedNext = blocked.length === 0 ? NOWHERE : stepToKey(blocked, foldKey(key));
    if (isAtEnd(blockedNext)) return REMOVED;
    let allowedNext = allowed;
    if (allowed !== EVERYTHING) {
      const next = stepToKey(allowed, key.normalize("NFC"));
      if (next.length === 0) return REMOVED;
      allowedNext = isAtEnd(next) ? EVERYTHING : next;
    }
    if (property.get !== undefined || property.set !== undefined) return REMOVED;
    return this.#keepUnder(key, property.value, allowedNext, blockedNext);
  }

  #keepArray(array: readonly unknown[], allowed: AllowedPositions, blocked: TriePositions): unknown {
    if (!isPlainArray(array)) return REMOVED;
    const allowedElements = allowed === EVERYTHING ? EVERYTHING : stepToElement(allowed);
    const allowedNext = allowedElements && !isAtEnd(allowedElements) ? allowedElements : EVERYTHING;
    const blockedNext = stepToElement(blocked);
    if (isAtEnd(blockedNext) && array.length > 0) {
      this.#name(null);
      return [];
    }
    this.#budget.spend(array.length);
    let copy: unknown[] | undefined;
    let elements = 0;
    for (let index = 0; index < array.length; index += 1) {
      const property = Object.getOwnPropertyDescriptor(array, index);
      if (property !== undefined) elements += 1;
      const kept = property && this.#keepElement(property, allowedNext, blockedNext);
      if (copy === undefined) {
        if (kept === property?.value) continue;
        copy = copyElements(array, index);
      }
      if (kept === REMOVED) this.#name(null);
      copy.push(kept === REMOVED ? null : kept);
    }
    for (const key of extraKeys(array, elements)) {
      copy ??= copyElements(array, array.length);
      this.#name(String(key));
    }
    return copy ?? array;
  }

  #keepElement(property: PropertyDescriptor, allowed: AllowedPositions, blocked: TriePositions): unknown {
    if (property.get !== undefined || property.set !== undefined) return REMOVED;
    return property.value === null ? null : this.#keepUnder(null, property.value, allowed, blocked);
  }

  #keepUnder(step: PathStep, value: unknown, allowed: AllowedPositions, blocked: TriePositions): unknown {
    if (allowed !== EVERYTHING && !leadsInto(value, allowed)) return REMOVED;
    if (typeof value !== "object" || value === null) return this.#keep(value, allowed, blocked);
    this.#steps.push(step);
    const kept = this.#keep(value, allowed, blocked);
    this.#steps.pop();
    return kept;
  }

  #name(step: PathStep): void {
    this.#removed.add(this.#root, [...this.#steps, step]);
  }
}

/** Whether a path that goes on can enter the value; it enters arrays by `[]` only. `undefined` is as good as absent. */
function leadsInto(value: unknown, positions: TriePositions): boolean {
  if (Array.isArray(value)) return stepToElement(positions).length > 0;
  return value === undefined || (typeof value === "object" && value !== null && leadsToKeys(positions));
}

/** A copy of the properties that stand before `key`, or of all that JSON shows. They are known to be plain. */
function copyUpTo(object: Readonly<Record<string, unknown>>, key?: string): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const earlier in object) {
    if (earlier === key) break;
    if (Object.hasOwn(object, earlier)) setOwn(copy, earlier, object[earlier]);
  }
  return copy;
}

/** As `array.slice(0, end)`, which could call a constructor that the array names. */
function copyElements(array: readonly unknown[], end: number): unknown[] {
  const copy: unknown[] = [];
  for (let index = 0; index < end; index += 1) copy.push(array[index]);
  return copy;
}
