/** Returns a LIKE pattern that matches the text literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
