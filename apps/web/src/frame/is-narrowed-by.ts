/**
 * Returns true if a URL filters a list. Ignores the order and
 * the time zone.
 */
export function isNarrowedBy(params: Readonly<Record<string, unknown>>): boolean {
  const { tz: _, sort: __, ...narrowing } = params;
  return Object.values(narrowing).some((value) => value !== null && value !== "" && value !== false);
}
