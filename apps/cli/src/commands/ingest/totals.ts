import { countOf } from "@baton/core/internal";

/** A number with its noun in singular and plural. */
type Figure = [figure: number, one: string, many: string];

/** Formats the numbers that are not zero. */
export function listMetrics(figures: Figure[]): string[] {
  return figures.filter(([figure]) => figure > 0).map((figure) => countOf(...figure));
}
