import { type FieldSegment, parseBlockedPattern, parseFieldPattern } from "../scoping/field-pattern";
import { foldKey } from "../scoping/fold";

/**
 * Whether blocking `block` removes everything that the allowed or extracted pattern `field` names in an agent's output.
 * A field of which a block takes only a part (`claim` and `claim.notes`) is not covered. Malformed patterns cover nothing.
 */
export function coversField(block: string, field: string): boolean {
  const segments = parseFieldPattern(field);
  return segments.ok && isRemoved(segments.segments, block);
}

/** Whether blocking `block` removes everything that blocking `other` does, in any context. */
export function coversBlock(block: string, other: string): boolean {
  const segments = parseBlockedPattern(other);
  if (!segments.ok) return false;
  const name = blockedName(segments.segments);
  if (name === null) return isRemoved(segments.segments, block);
  const parsed = parseBlockedPattern(block);
  return parsed.ok && blockedName(parsed.segments) === name;
}

/** The folded key of a pattern that blocks a key at any depth; null where the pattern is a path from the top. */
export function blockedName(segments: readonly FieldSegment[]): string | null {
  const [first, ...rest] = segments;
  if (!first || rest.length > 0 || first.arrays > 0 || first.key === null) return null;
  return foldKey(first.key);
}

/** The segments with every key folded, as keys compare when something is blocked. */
export function foldSegments(segments: readonly FieldSegment[]): FieldSegment[] {
  return segments.map(({ key, arrays }) => ({ key: key === null ? null : foldKey(key), arrays }));
}

/**
 * Whether `field` ends at or under what `path` names, taking each of its steps. Keys are compared as they are: both have to
 * be in the same form (NFC, or folded).
 */
export function leadsInto(path: readonly FieldSegment[], field: readonly FieldSegment[]): boolean {
  return path.every(({ key, arrays }, index) => {
    const step = field[index];
    if (!step || (key !== null && key !== step.key)) return false;
    return index === path.length - 1 ? arrays <= step.arrays : arrays === step.arrays;
  });
}

function isRemoved(field: readonly FieldSegment[], block: string): boolean {
  const parsed = parseBlockedPattern(block);
  if (!parsed.ok) return false;
  const name = blockedName(parsed.segments);
  if (name !== null) return field.some(({ key }) => key !== null && foldKey(key) === name);
  return leadsInto(foldSegments(parsed.segments), foldSegments(field));
}
