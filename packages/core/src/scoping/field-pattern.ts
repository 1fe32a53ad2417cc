import { foldKey, normalizeKey } from "./fold";

/** One step of a path: a key of an object, then the arrays after it. */
export interface FieldSegment {
  /** The NFC-normalized key; `null` for `*`, any one key. */
  readonly key: string | null;
  /** Number of `[]` after the key: `items` has 0, `items[]` 1, `grid[][]` 2. */
  readonly arrays: number;
}

export type ParsedFieldPattern =
  | { readonly ok: true; readonly segments: readonly FieldSegment[] }
  | { readonly ok: false; readonly reason: string };

/** Maximum keys and arrays of a path: deeper values are never scoped. */
const MAX_STEPS = 1_000;
/** Ten times the length of an outline path, because reports repeat patterns. */
const MAX_LENGTH = 10_000;

const ESCAPABLE = ".*[\\";

/**
 * Parses a field pattern: segments separated by `.`, each a key or `*`, each followed by any number of `[]`;
 * `\.`, `\*`, `\[` and `\\` are literal, and so is an unmatched `]`. Normalizes keys to NFC.
 *
 * Returns the segments (at least one), or the reason why the pattern is malformed, as a sentence for users.
 * Never throws.
 */
export function parseFieldPattern(text: string): ParsedFieldPattern {
  if (text.length > MAX_LENGTH) return malformed(`it has more than ${MAX_LENGTH} characters`);
  const segments: FieldSegment[] = [];
  let position = 0;
  let steps = 0;
  while (true) {
    let key = "";
    let hasWildcard = false;
    let isEmpty = true;
    for (; position < text.length; position += 1) {
      const character = text.charAt(position);
      if (character === "." || character === "[") break;
      isEmpty = false;
      if (character === "*") hasWildcard = true;
      if (character === "\\") {
        position += 1;
        const escaped = text.charAt(position);
        if (escaped === "") return malformed("it ends with a backslash");
        if (!ESCAPABLE.includes(escaped)) return malformed(`a backslash precedes "${escaped}"`);
        key += escaped;
      } else key += character;
    }
    if (isEmpty) return malformed("a segment is empty");
    if (hasWildcard && key !== "*") return malformed('"*" is combined with other characters');

    let arrays = 0;
    for (; text.charAt(position) === "["; position += 2) {
      if (text.charAt(position + 1) !== "]") return malformed('"[" is not followed by "]"');
      arrays += 1;
    }
    steps += 1 + arrays;
    if (steps > MAX_STEPS) return malformed(`a path has more than ${MAX_STEPS} steps`);
    segments.push({ key: hasWildcard ? null : normalizeKey(key), arrays });

    if (position === text.length) return { ok: true, segments };
    if (text.charAt(position) !== ".") return malformed('only ".", "[]" or the end may follow "[]"');
    position += 1;
  }
}

/**
 * Parses a pattern of a blocked list like {@link parseFieldPattern}. A key that folds to nothing (only
 * invisible characters) is malformed too: it would block keys that users cannot see.
 */
export function parseBlockedPattern(text: string): ParsedFieldPattern {
  const parsed = parseFieldPattern(text);
  if (!parsed.ok) return parsed;
  const isInvisible = parsed.segments.some(({ key }) => key !== null && foldKey(key) === "");
  return isInvisible ? malformed("a key has only invisible characters") : parsed;
}

/** Escapes a key for a path: `.`, `*`, `[` and `\` get a backslash, so that the path can be parsed again. */
export function escapeKey(key: string): string {
  // Few keys have any of these, and a test is much faster than a replacement.
  return /[.*[\\]/.test(key) ? key.replace(/[.*[\\]/g, "\\$&") : key;
}

function malformed(reason: string): ParsedFieldPattern {
  return { ok: false, reason };
}
