/** Whether a NUL stands in a text of a value of JSON, or in a name: PostgreSQL stores none in a text, so that nothing is found by it. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, each]) => name.includes("\0") || holdsNul(each));
}
