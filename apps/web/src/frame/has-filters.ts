/**
 * Returns true if a URL filters a list. Ignores the order and
 * the time zone.
 */
export function hasFilters(params: Readonly<Record<string, unknown>>): boolean {
  const { tz: _, sort: __, ...handoffFilter } = params;
  return Object.values(handoffFilter).some((value) => value !== null && value !== "" && value !== false);
}
