const wanted = Number(process.env.BATON_PROPERTY_RUNS);

/** Whether this is a soak run, which tries properties as often as `BATON_PROPERTY_RUNS` says, and on inputs of full size. */
export const IS_SOAK_RUN = Number.isInteger(wanted) && wanted > 0;

/** How often a property is tried: `usual` in the suite. */
export function propertyRuns(usual: number): number {
  return IS_SOAK_RUN ? wanted : usual;
}
