import type { FieldSegment } from "./field-pattern";
import { normalizeKey } from "./fold";

/**
 * Whether a path names anything in plain data: some value stands at its end. Keys are compared after NFC; a path ends at
 * `[]` in an array that has an element.
 */
export function reachesField(value: unknown, segments: readonly FieldSegment[]): boolean {
  const [segment, ...rest] = segments;
  if (segment === undefined) return true;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).some(
    ([key, field]) =>
      field !== undefined &&
      (segment.key === null || segment.key === normalizeKey(key)) &&
      reachesElement(field, segment.arrays, rest),
  );
}

function reachesElement(value: unknown, arrays: number, rest: readonly FieldSegment[]): boolean {
  if (arrays === 0) return reachesField(value, rest);
  return Array.isArray(value) && value.some((element) => reachesElement(element, arrays - 1, rest));
}
