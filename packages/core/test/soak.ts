/**
 * Returns true for a soak run, `npm run test:soak`, which tries properties as often as the product guarantees
 * and on inputs of full size.
 */
export const IS_SOAK_RUN = process.env.BATON_SOAK === "1";

/** Returns a number of runs or an input size: small in the suite, the promised one in a soak run. */
export function sizeOfRun({ suite, soak }: { suite: number; soak: number }): number {
  return IS_SOAK_RUN ? soak : suite;
}
