/** Half of a letter that UTF-16 has two numbers for, without the other. */
const HALF_LETTER = /\p{Surrogate}/u;

/**
 * Whether a text of a value of JSON, or a name in it, is one that PostgreSQL has none of: it holds a NUL, or
 * half a letter of UTF-16. Nothing is found by it. However deep the value is.
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
