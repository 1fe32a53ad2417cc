/**
 * Whether a value is an object: neither a list nor null. An instance of a class
 * is one too; `isPlainObject` tells it apart.
 */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
