import { formatCount } from "../../output";

/** A number with its noun, in the singular and in the plural. */
export type Figure = [figure: number, one: string, many: string];

/** “1 line”, “2 lines”. */
export function nameMetric([figure, one, many]: Figure): string {
  return `${formatCount(figure)} ${figure === 1 ? one : many}`;
}

/** Those that are not zero, in words. */
export function listMetrics(figures: Figure[]): string[] {
  return figures.filter(([figure]) => figure > 0).map(nameMetric);
}
