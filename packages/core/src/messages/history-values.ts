import { isObject } from "../is-object";
import { addStep, remainder } from "../scoping/context-part";
import type { Cause } from "../scoping/outcome";
import { REMOVED } from "../scoping/removed";
import type { RemovedPaths, Trail } from "../scoping/removed-paths";
import type { HistoryPart } from "./read-history";

/** Returns what is left of a slot's value after all steps; {@link REMOVED} if nothing is. */
export function leftOf(part: HistoryPart): unknown {
  return valueIn(part, remainder(part));
}

/** Returns the value of a slot before scoping. */
export function valueBefore(part: HistoryPart): unknown {
  return valueIn(part, part.before);
}

/** Returns the first step that left nothing of a slot's value; null if something is left. */
export function causeOfRemoval(part: HistoryPart): Cause | null {
  return part.steps.find(({ value }) => valueIn(part, value) === REMOVED)?.cause ?? null;
}

/** Removes a part and names it, unless nothing is left of it. */
export function removePart(part: HistoryPart, cause: Cause, removed: RemovedPaths): void {
  if (leftOf(part) === REMOVED) return;
  const root: Trail = removed.at(part.path);
  const place = part.isListed ? root.under(null) : root;
  part.keys.reduce<Trail>((above, key) => above.under(key), place).removeThis();
  addStep(part, cause, REMOVED);
}

function valueIn(part: HistoryPart, left: unknown): unknown {
  if (left === REMOVED) return REMOVED;
  let value = left;
  if (part.isListed) {
    if (!Array.isArray(left) || left.length === 0) return REMOVED;
    value = left[0];
    // Filters write null for an element that they remove.
    const before = Array.isArray(part.before) ? part.before[0] : null;
    if (value === null && before !== null) return REMOVED;
  }
  for (const key of part.keys) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return REMOVED;
    value = value[key];
  }
  return value;
}
