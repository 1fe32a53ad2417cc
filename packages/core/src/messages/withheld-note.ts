/**
 * Returns the text that replaces a history or text of which nothing passes, because models reject an empty one.
 *
 * @param refusal the reason of a refusal; null if the policy just passes nothing.
 */
export function withheldNote(refusal: string | null): string {
  return `[withheld by Baton: ${refusal ?? "the policy passes nothing of this handoff"}]`;
}
