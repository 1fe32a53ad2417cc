/**
 * Returns true for a soak run, `npm run test:soak`, which tries properties as often as the product guarantees
 * and on inputs of full size.
 */
export const IS_SOAK_RUN = process.env.BATON_SOAK === "1";

/** A number of runs, or the size of an input: a small one in the suite, the promised one in a soak run. */
export function sizeOfRun({ suite, soak }: { suite: number; soak: number }): number {
  return IS_SOAK_RUN ? soak : suite;
}
