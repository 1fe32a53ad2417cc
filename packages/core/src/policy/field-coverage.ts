import { type FieldSegment, parseBlockedPattern, parseFieldPattern } from "../scoping/field-pattern";
import { foldKey } from "../scoping/fold";

/** A parsed blocked pattern: a plain name, which counts at any depth, or a path from the top. */
export interface BlockedField {
  readonly pattern: string;
  /** The folded name; null if the pattern is a path. */
  readonly name: string | null;
  /** The pattern's segments, their keys folded. */
  readonly path: readonly FieldSegment[];
}

/** Parses blocked patterns; ignores malformed ones, which a parsed policy cannot contain. */
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
 * Returns true if blocking `block` removes everything that the allowed or extracted pattern `field` names in
 * an agent's output. False for a field of which only a part is blocked (`claim` and `claim.notes`), and for a
 * malformed one.
 */
export function coversField(block: BlockedField, field: string): boolean {
  const parsed = parseFieldPattern(field);
  return parsed.ok && takes(block, foldSegments(parsed.segments));
}

/** Returns true if blocking `block` removes everything that blocking `other` does, in any context. */
export function coversBlock(block: BlockedField, other: BlockedField): boolean {
  return other.name === null ? takes(block, other.path) : block.name === other.name;
}

/** Returns true if a block removes a leaf whose path has these steps, with folded keys. */
export function takes(block: BlockedField, folded: readonly FieldSegment[]): boolean {
  return block.name === null ? leadsInto(block.path, folded) : folded.some(({ key }) => key === block.name);
}

/** Folds the keys of all segments, as blocking compares them. */
export function foldSegments(segments: readonly FieldSegment[]): FieldSegment[] {
  return segments.map(({ key, arrays }) => ({ key: key === null ? null : foldKey(key), arrays }));
}

/**
 * Returns true if `field` ends at or below `path` and contains each of its steps. Compares keys unchanged:
 * both must have the same form (NFC, or folded).
 */
export function leadsInto(path: readonly FieldSegment[], field: readonly FieldSegment[]): boolean {
  return path.every(({ key, arrays }, index) => {
    const step = field[index];
    if (!step || (key !== null && key !== step.key)) return false;
    return index === path.length - 1 ? arrays <= step.arrays : arrays === step.arrays;
  });
}
