import { extraKeys, hiddenKeys, isPlain, isPlainArray, isPlainObject, setOwn } from "./plain-data";
import { REMOVED } from "./removed";
import type { PathStep, Trail } from "./removed-paths";
import { MAX_DEPTH, ScopingError, type ValueBudget } from "./scoping-error";

/** Represents a property that is not an own property. */
export const INHERITED = Symbol("inherited");

const ACCESSOR = Symbol("accessor");

/**
 * Returns the value of an own property; {@link INHERITED} without one. Does not call an accessor and returns
 * a symbol for it, which is not plain data.
 */
export function ownValue(object: object, key: string | number): unknown {
  const property = Object.getOwnPropertyDescriptor(object, key);
  if (property === undefined) return INHERITED;
  return property.get === undefined && property.set === undefined ? property.value : ACCESSOR;
}

/**
 * Removes everything that is not plain data from a passing value.
 *
 * @param trail position of the value.
 * @returns the value itself if all of it is plain data, otherwise a copy; {@link REMOVED} if it is not plain
 * data itself.
 * @throws ScopingError if it is nested too deeply or exceeds the budget.
 */
export function keepPlain(value: unknown, trail: Trail, budget: ValueBudget): unknown {
  if (typeof value !== "object" || value === null) return isPlain(value) ? value : REMOVED;
  if (trail.depth >= MAX_DEPTH) throw new ScopingError("too_deep");
  return Array.isArray(value) ? keepPlainArray(value, trail, budget) : keepPlainObject(value, trail, budget);
}

function keepPlainObject(object: object, trail: Trail, budget: ValueBudget): unknown {
  if (!isPlainObject(object)) return REMOVED;
  let copy: Record<string, unknown> | undefined;
  let shownKeys = 0;
  for (const key in object) {
    const value = ownValue(object, key);
    if (value === INHERITED) continue;
    shownKeys += 1;
    const kept = keepPlainUnder(value, trail, key, budget);
    if (copy === undefined) {
      if (kept === value) continue;
      copy = copyUpTo(object, key);
    }
    if (kept !== REMOVED) setOwn(copy, key, kept);
  }
  budget.spend(shownKeys);
  return withoutHiddenKeys(object, copy, shownKeys, trail);
}

function keepPlainArray(array: readonly unknown[], trail: Trail, budget: ValueBudget): unknown {
  if (!isPlainArray(array)) return REMOVED;
  budget.spend(array.length);
  let copy: unknown[] | undefined;
  let elements = 0;
  for (let index = 0; index < array.length; index += 1) {
    const value = ownValue(array, index);
    if (value !== INHERITED) elements += 1;
    const kept = value === INHERITED ? value : keepPlainUnder(value, trail, null, budget);
    if (copy === undefined) {
      if (kept === value) continue;
      copy = copyElements(array, index);
    }
    copy.push(kept === REMOVED ? null : kept === INHERITED ? undefined : kept);
  }
  return withoutExtraKeys(array, copy, elements, trail);
}

function keepPlainUnder(value: unknown, trail: Trail, step: PathStep, budget: ValueBudget): unknown {
  const kept =
    typeof value === "object" && value !== null
      ? keepPlain(value, trail.under(step), budget)
      : isPlain(value)
        ? value
        : REMOVED;
  if (kept === REMOVED) trail.remove(step);
  return kept;
}

/** Omits and names keys that JSON does not show; `copy` is the copied part of the object so far. */
export function withoutHiddenKeys(
  object: Readonly<Record<string, unknown>>,
  copy: Record<string, unknown> | undefined,
  shownKeys: number,
  trail: Trail,
): Record<string, unknown> {
  const hidden = hiddenKeys(object, shownKeys);
  for (const key of hidden) trail.remove(String(key));
  return copy ?? (hidden.length === 0 ? object : copyUpTo(object));
}

/** Omits and names extra keys of an array, like {@link withoutHiddenKeys}. */
export function withoutExtraKeys(
  array: readonly unknown[],
  copy: unknown[] | undefined,
  elements: number,
  trail: Trail,
): readonly unknown[] {
  const extra = extraKeys(array, elements);
  for (const key of extra) trail.remove(String(key));
  return copy ?? (extra.length === 0 ? array : copyElements(array, array.length));
}

/** Copies the properties before `key`, or all that JSON shows. They are known to be plain. */
export function copyUpTo(object: Readonly<Record<string, unknown>>, key?: string): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const earlier in object) {
    if (earlier === key) break;
    if (Object.hasOwn(object, earlier)) setOwn(copy, earlier, object[earlier]);
  }
  return copy;
}

/** Works like `array.slice(0, end)`, which could call a constructor that the array names. */
export function copyElements(array: readonly unknown[], end: number): unknown[] {
  const copy: unknown[] = [];
  for (let index = 0; index < end; index += 1) copy.push(array[index]);
  return copy;
}
