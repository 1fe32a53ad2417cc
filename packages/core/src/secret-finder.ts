/**
 * Where a secret stands in a text, and of what kind it is. What it says is
 * left out, so that it may be shown and kept.
 */
export interface SecretPlace {
  /** What was found, such as `github`, `jwt` or `assigned-secret`. */
  readonly kind: string;
  /** Indices of UTF-16 code units in the text; `end` is the first one after the secret. */
  readonly start: number;
  readonly end: number;
  /** From 1; lines end with a line feed. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/**
 * What finds secrets. Judges of documents take one as a parameter: the rules
 * themselves need a runtime, and live at the edge.
 */
export interface SecretFinder {
  /** The secrets in a text of any kind, by their place in it; none overlaps another. */
  findSecrets(text: string): SecretPlace[];
}
