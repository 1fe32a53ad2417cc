/**
 * The beginning of a text that a message quotes, with `…` where there is more:
 * whoever wrote it may have written megabytes.
 *
 * @param limit characters (UTF-16 code units) of it that are told.
 */
export function shorten(text: string, limit = 40): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
