/**
 * Kinds of content that rules find in a text. `pattern` needs a pattern in RE2 syntax, `file_path` a glob; the others
 * need none.
 */
export const DETECTOR_NAMES = [
  "secret",
  "email",
  "phone",
  "payment_card",
  "iban",
  "us_ssn",
  "ip_address",
  "url_credentials",
  "file_path",
  "pattern",
] as const;
export type DetectorName = (typeof DETECTOR_NAMES)[number];

/** Returns true if a detector needs a pattern. */
export function needsPattern(detector: DetectorName): boolean {
  return detector === "pattern" || detector === "file_path";
}

/**
 * Actions of a content rule on a match: `flag` records it, `redact` replaces it, `block` refuses the whole
 * handoff.
 */
export const CONTENT_ACTIONS = ["flag", "redact", "block"] as const;
export type ContentAction = (typeof CONTENT_ACTIONS)[number];

/** Findings per event; the first ones stay. */
export const MAX_CONTENT_FINDINGS = 500;
