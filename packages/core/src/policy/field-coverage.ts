import { type FieldSegment, parseBlockedPattern, parseFieldPattern } from "../scoping/field-pattern";
import { foldKey } from "../scoping/fold";

/** A blocked pattern, read: a plain name, which counts at any depth, or a path from the top. */
export interface BlockedField {
  readonly pattern: string;
  /** The folded name; null where the pattern is a path. */
  readonly name: string | null;
  /** The pattern's segments, their keys folded. */
  readonly path: readonly FieldSegment[];
}

/** Reads blocked patterns; malformed ones, which no parsed policy holds, are left out. */
export function readBlockedFields(patterns: readonly string[]): BlockedField[] {
  return patterns.flatMap((pattern) => {
    const parsed = parseBlockedPattern(pattern);
    if (!parsed.ok) return [];
    const path = foldSegments(parsed.segments);
    const [first, ...rest] = path;
    const isName = first !== undefined && rest.length === 0 && first.arrays === 0;
    return { pattern, name: isName ? first.key : null, path };
  });
}

/**
 * Whether blocking `block` removes everything that the allowed or extracted pattern `field`
 * names in an agent's output. A field of which a block takes only a part (`claim` and
 * `claim.notes`) is not covered; a malformed one neither.
 */
export function coversField(block: BlockedField, field: string): boolean {
  const parsed = parseFieldPattern(field);
  return parsed.ok && takes(block, foldSegments(parsed.segments));
}

/** Whether blocking `block` removes everything that blocking `other` does, in any context. */
export function coversBlock(block: BlockedField, other: BlockedField): boolean {
  return other.name === null ? takes(block, other.path) : block.name === other.name;
}

/** Whether a block takes a leaf whose path has these steps, their keys folded. */
export function takes(block: BlockedField, folded: readonly FieldSegment[]): boolean {
  return block.name === null ? leadsInto(block.path, folded) : folded.some(({ key }) => key === block.name);
}

/** The segments with every key folded, as keys compare when something is blocked. */
export function foldSegments(segments: readonly FieldSegment[]): FieldSegment[] {
  return segments.map(({ key, arrays }) => ({ key: key === null ? null : foldKey(key), arrays }));
}

/**
 * Whether `field` ends at or under what `path` names, taking each of its steps. Keys are compared as they
 * are: both have to be in the same form (NFC, or folded).
 */
export function leadsInto(path: readonly FieldSegment[], field: readonly FieldSegment[]): boolean {
  return path.every(({ key, arrays }, index) => {
    const step = field[index];
    if (!step || (key !== null && key !== step.key)) return false;
    return index === path.length - 1 ? arrays <= step.arrays : arrays === step.arrays;
  });
}
