/** Returns the range of a drag over a chart: the days between two bars, both included, by their keys. */
export function rangeBetween(fromKey: string, toKey: string): string {
  return `${fromKey.slice(0, 10)}..${toKey.slice(0, 10)}`;
}
