/**
 * For how long it holds who asks, in milliseconds: they may be signed out while a
 * body comes, or while they wait for their turn.
 */
const FRESH_LIMIT_MILLISECONDS = 250;

/** @returns whether what is said of who asks is still as good as new. */
export function startFreshness(): () => boolean {
  const start = performance.now();
  return () => performance.now() - start < FRESH_LIMIT_MILLISECONDS;
}
