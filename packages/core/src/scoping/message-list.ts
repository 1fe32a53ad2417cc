import { isObject } from "../is-object";
import { REMOVED } from "./removed";
import type { PathStep } from "./removed-paths";

/**
 * Maps the messages of a value: the elements of a list, the elements of each list of an object, or the value
 * itself if it has a `role`.
 *
 * @param change returns the message itself to keep it, {@link REMOVED} to drop it; `was` is its original in
 * `before`, `place` the steps to it.
 * @returns the value itself if nothing changed; otherwise a copy with {@link REMOVED} for dropped messages,
 * which {@link withoutRemoved} removes.
 */
export function mapMessages(
  value: unknown,
  change: (message: object, was: unknown, place: readonly PathStep[]) => unknown,
  before?: unknown,
): unknown {
  const changeList = (list: unknown, were: unknown, place: readonly PathStep[]) =>
    Array.isArray(list)
      ? mapList(list, (element, index) =>
          isObject(element) ? change(element, ownField(were, String(index)), place) : element,
        )
      : list;
  if (!isObject(value)) return changeList(value, before, [null]);
  const message = Object.hasOwn(value, "role") ? change(value, before, []) : value;
  return isObject(message)
    ? mapFields(message, (field, key) => changeList(field, ownField(before, key), [key, null]))
    : message;
}

/**
 * Calls `visit` with the objects that {@link mapMessages} would visit, if they are messages: the first one of
 * a list has a `role` or a `type`. A list of other records only costs a look at its first.
 *
 * @param isKnownPlain true if the value is known to be plain data; otherwise no accessor is called.
 */
export function visitMessages(value: unknown, isKnownPlain: boolean, visit: (message: object) => void): void {
  const visitList = (list: unknown) => {
    if (!Array.isArray(list)) return;
    let isOfMessages = false;
    for (let index = 0; index < list.length; index += 1) {
      const element: unknown = isKnownPlain ? list[index] : ownField(list, String(index));
      if (!isObject(element)) continue;
      isOfMessages ||= isMessage(element);
      if (!isOfMessages) return;
      visit(element);
    }
  };
  if (!isObject(value)) visitList(value);
  else {
    if (isMessage(value)) visit(value);
    for (const key of Object.keys(value)) visitList(ownField(value, key));
  }
}

function isMessage(object: object): boolean {
  return Object.hasOwn(object, "role") || Object.hasOwn(object, "type");
}

/** Like `map`, but returns the list itself if nothing changed. */
export function mapList(
  list: readonly unknown[],
  change: (element: unknown, index: number) => unknown,
): readonly unknown[] {
  const changed = list.map(change);
  return changed.some((element, index) => element !== list[index]) ? changed : list;
}

/** Returns the object itself if nothing changed. Omits fields that become {@link REMOVED}. */
export function mapFields(object: object, change: (field: unknown, key: string) => unknown): object {
  const fields = Object.entries(object);
  const changed = fields.map(([key, field]) => [key, change(field, key)] as const);
  if (changed.every(([, field], index) => field === fields[index]?.[1])) return object;
  return Object.fromEntries(changed.filter(([, field]) => field !== REMOVED));
}

/** Copies a value without elements that are {@link REMOVED}. */
export function withoutRemoved(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((element) => element !== REMOVED).map(withoutRemoved);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withoutRemoved(field)]));
}

/** Returns the value of an own field; calls no accessor. */
export function ownField(object: unknown, key: string): unknown {
  if (typeof object !== "object" || object === null) return undefined;
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

/** Returns the elements of an own field that is a list; otherwise none. */
export function ownList(object: unknown, key: string): unknown[] {
  const list = ownField(object, key);
  return Array.isArray(list) ? elementsOf(list) : [];
}

/** Returns the text of an own field; empty if it is not a text. */
export function ownText(object: unknown, key: string): string {
  const text = ownField(object, key);
  return typeof text === "string" ? text : "";
}

function elementsOf(list: readonly unknown[]): unknown[] {
  return Array.from({ length: list.length }, (_, index) => ownField(list, String(index)));
}
