/**
 * Returns true for an object that is neither a list nor null, including class instances (see
 * `isPlainObject`).
 */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
