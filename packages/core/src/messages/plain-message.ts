import { isPlain, isPlainArray, isPlainObject, ownEntries } from "../scoping/plain-data";

/** Kinds of data in a message: JSON, JSON with bytes or addresses, or something that could show other data later. */
export type DataKind = "plain" | "binary" | "other";

/** Limits the values of one message, which may contain itself. */
const MAX_VALUES = 1_000_000;

/**
 * Returns the kind of data in a message, without running its code. Frameworks use bytes and `URL` for pictures
 * and files.
 */
export function dataKindOf(message: unknown): DataKind {
  let kind: DataKind = "plain";
  let isOther = false;
  const pending: unknown[] = [message];
  let left = MAX_VALUES;
  for (; pending.length > 0 && !isOther && left > 0; left -= 1) {
    const value = pending.pop();
    if (typeof value !== "object" || value === null) isOther = !isPlain(value);
    else if (isBinary(value)) kind = "binary";
    else if (Array.isArray(value)) isOther = !isPlainArray(value) || !pushElements(value, pending);
    else if (isPlainObject(value)) {
      const entries = ownEntries(value, () => {
        isOther = true;
      });
      for (const [, field] of entries) pending.push(field);
    } else isOther = true;
  }
  return isOther || left === 0 ? "other" : kind;
}

/** Returns false if the array has holes, accessors or further keys. */
function pushElements(array: readonly unknown[], pending: unknown[]): boolean {
  const keys = Reflect.ownKeys(array);
  for (let index = 0; index < array.length; index += 1) {
    const property = Object.getOwnPropertyDescriptor(array, index);
    if (property === undefined || !("value" in property)) return false;
    pending.push(property.value);
  }
  return keys.length === array.length + 1;
}

function isBinary(value: object): boolean {
  return value instanceof Uint8Array || value instanceof ArrayBuffer || value instanceof URL;
}
