/**
 * Number of rows to offer to {@link lockFirst}: more than processes that take work at once, so that one is free.
 */
export const OFFERED_ROWS = 32;

/**
 * Locks the first row that no other transaction holds. Citus locks rows of one workspace per statement, so work of all
 * workspaces is listed first, and then locked by its key.
 *
 * @param places keys of rows in their order, read without a lock.
 * @param lock selects one of them `for update skip locked`, if it still is work to do.
 * @returns null if all are gone or held by others.
 */
export async function lockFirst<Place, Row>(
  places: readonly Place[],
  lock: (place: Place) => PromiseLike<Row[]>,
): Promise<Row | null> {
  for (const place of places) {
    const [row] = await lock(place);
    if (row) return row;
  }
  return null;
}
