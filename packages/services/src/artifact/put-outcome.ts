/** Result of storing a document: new, changed results, or unchanged. */
export type PutOutcome = "new" | "changed" | "same";

/** Returns true if anything other than the time of the check changed. */
export function hasChanged<Row extends { checkedAt: Date }>(before: Row, after: Row | null): boolean {
  return JSON.stringify({ ...before, checkedAt: null }) !== JSON.stringify({ ...after, checkedAt: null });
}
