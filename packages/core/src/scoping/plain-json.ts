import { isPlain, ownEntries } from "./plain-data";
import { ScopingError } from "./scoping-error";

/** Maximum pieces of JSON in a context; stops at a value that doubles at every level. */
const MAX_PIECES = 5_000_000;

/** Pending output: finished JSON, which can close an object or array, or a value. */
type Pending = { readonly json: string; readonly closes?: object } | { readonly value: unknown };

/**
 * Returns the compact JSON of the plain data in a value, at any depth, without cycles. Equals
 * `JSON.stringify` for plain data, which throws at some thousand levels and runs a value's own `toJSON` and
 * accessors.
 *
 * @throws ScopingError if it has more than 5,000,000 pieces.
 */
export function plainJson(value: unknown): string {
  const pieces: string[] = [];
  const pending: Pending[] = [{ value }];
  const open = new Set<unknown>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (pieces.length + pending.length > MAX_PIECES) throw new ScopingError("too_large");
    if ("json" in next) {
      pieces.push(next.json);
      if (next.closes) open.delete(next.closes);
    } else if (
      typeof next.value !== "object" ||
      next.value === null ||
      !isPlain(next.value) ||
      open.has(next.value)
    ) {
      pieces.push(scalarJson(next.value));
    } else {
      open.add(next.value);
      pushLast(pending, Array.isArray(next.value) ? openArray(next.value) : openObject(next.value, open));
    }
  }
  return pieces.join("");
}

/** Pushes in reverse, so that the first is popped first. */
function pushLast(pending: Pending[], items: readonly Pending[]): void {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (item) pending.push(item);
  }
}

function openArray(array: readonly unknown[]): Pending[] {
  const items: Pending[] = [{ json: "[" }];
  for (let index = 0; index < array.length; index += 1) {
    if (index > 0) items.push({ json: "," });
    items.push({ value: Object.getOwnPropertyDescriptor(array, index)?.value });
  }
  items.push({ json: "]", closes: array });
  return items;
}

function openObject(object: object, open: ReadonlySet<unknown>): Pending[] {
  const items: Pending[] = [];
  for (const [key, value] of ownEntries(object, () => {})) {
    if (!isPlain(value) || open.has(value)) continue;
    items.push({ json: `${items.length === 0 ? "{" : ","}${JSON.stringify(key)}:` }, { value });
  }
  items.push({ json: items.length === 0 ? "{}" : "}", closes: object });
  return items;
}

function scalarJson(value: unknown): string {
  return isPlain(value) && typeof value !== "object" ? (JSON.stringify(value) ?? "null") : "null";
}
