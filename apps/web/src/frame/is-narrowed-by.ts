/**
 * Whether an address narrows a list. Its order narrows nothing, nor
 * does a time zone, which says when a day begins.
 */
export function isNarrowedBy(params: Readonly<Record<string, unknown>>): boolean {
  const { tz: _, sort: __, ...narrowing } = params;
  return Object.values(narrowing).some((value) => value !== null && value !== "" && value !== false);
}
