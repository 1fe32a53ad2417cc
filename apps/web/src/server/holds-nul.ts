/**
 * Whether a NUL stands in a text of a value of JSON, or in a name: PostgreSQL stores none in a text, so that nothing is found by it.
 * However deep the value is.
 */
export function holdsNul(value: unknown): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string" && next.includes("\0")) return true;
    if (typeof next !== "object" || next === null) continue;
    for (const each of Array.isArray(next) ? next : Object.entries(next).flat()) waiting.push(each);
  }
  return false;
}
