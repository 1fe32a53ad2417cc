/** Matches half of a UTF-16 surrogate pair. */
const HALF_LETTER = /\p{Surrogate}/u;

/**
 * Returns true if a text or a name in a JSON value contains a NUL or half a UTF-16 pair, which PostgreSQL
 * cannot store, so a search for it finds nothing. Handles any depth.
 */
export function isUnstorable(value: unknown): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string" && (next.includes("\0") || HALF_LETTER.test(next))) return true;
    if (typeof next !== "object" || next === null) continue;
    for (const each of Array.isArray(next) ? next : Object.entries(next).flat()) waiting.push(each);
  }
  return false;
}
