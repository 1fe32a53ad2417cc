/**
 * Position and kind of a secret in a text. The value itself is omitted, so that this can be shown and stored.
 */
export interface SecretPlace {
  /** Kind, such as `github`, `jwt` or `assigned-secret`. */
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
 * Finds secrets in a text. Validations take it as a parameter, because the rules need a runtime, which the
 * pure core does not have.
 */
export interface SecretFinder {
  /** Returns the secrets in any text, by position; they never overlap. */
  findSecrets(text: string): SecretPlace[];
}
