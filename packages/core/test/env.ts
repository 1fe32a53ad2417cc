/** How often a property is tried: `usual` in the suite, as `BATON_PROPERTY_RUNS` says in a soak run. */
export function propertyRuns(usual: number): number {
  const wanted = Number(process.env.BATON_PROPERTY_RUNS);
  return Number.isInteger(wanted) && wanted > 0 ? wanted : usual;
}
