import { formatCount } from "../../output";

/** A number with its noun in singular and plural. */
type Figure = [figure: number, one: string, many: string];

/** Formats a number with its noun: “1 line”, “2 lines”. */
export function nameMetric([figure, one, many]: Figure): string {
  return `${formatCount(figure)} ${figure === 1 ? one : many}`;
}

/** Formats the numbers that are not zero. */
export function listMetrics(figures: Figure[]): string[] {
  return figures.filter(([figure]) => figure > 0).map(nameMetric);
}
