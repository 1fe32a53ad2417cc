/** Formats the shares of an axis, with decimals only if needed: 0 %, 12.5 %, 25 %. */
export function percentTicks(ticks: readonly number[]): string[] {
  return ticks.map((tick) => `${Number((tick * 100).toFixed(1))}\u00a0%`);
}
