/**
 * Returns the start of a text for a message, with `…` if it is longer, because the text may have megabytes.
 *
 * @param limit maximum length in UTF-16 code units.
 */
export function shorten(text: string, limit = 200): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
