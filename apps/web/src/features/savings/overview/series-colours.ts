"use client";

import { type ChartColour, colourOfRank, type SeriesColour } from "@baton/ui/charts/colour";
import { type ChartSeries, SERIES_LIMIT } from "@baton/ui/charts/series";
import { useState } from "react";

/** Returns colours by rank, which each series keeps when ranks change while the page is open. */
export function useSettledColours(series: readonly ChartSeries[]): ChartSeries[] {
  const [settled, setSettled] = useState<ReadonlyMap<string, SeriesColour>>(new Map());
  const colours = settleColours(series, settled);
  if (colours !== settled) setSettled(colours);
  return series.map((one) => ({ colour: colours.get(one.id), ...one }));
}

/**
 * Assigns a colour to each drawn series: its previous one, else the first free one. The
 * last colour is reserved for "others" if some are combined. Series with a fixed colour
 * keep it exclusively.
 *
 * @param series  by rank.
 * @param settled the previous colours; returned as they are if nothing changes.
 */
export function settleColours(
  series: readonly ChartSeries[],
  settled: ReadonlyMap<string, SeriesColour>,
): ReadonlyMap<string, SeriesColour> {
  const limit = series.length > SERIES_LIMIT ? SERIES_LIMIT - 1 : SERIES_LIMIT;
  const drawn = series.slice(0, limit).filter(({ colour }) => colour === undefined);
  const own = series.flatMap(({ colour }) => colour ?? []);
  const isSettled = drawn.every(({ id }) => settled.has(id));
  if (isSettled && areApart([...own, ...drawn.map(({ id }) => settled.get(id))])) return settled;
  const colours = new Map(settled);
  const taken = new Set<ChartColour>(own);
  const waiting: string[] = [];
  for (const { id } of drawn) {
    const colour = settled.get(id);
    if (colour !== undefined && !taken.has(colour)) taken.add(colour);
    else waiting.push(id);
  }
  for (const id of waiting) {
    const free = Array.from({ length: limit }, (_, rank) => colourOfRank(rank)).find(
      (one) => !taken.has(one),
    );
    if (free === undefined) break;
    taken.add(free);
    colours.set(id, free);
  }
  return colours;
}

function areApart(colours: readonly unknown[]): boolean {
  return new Set(colours).size === colours.length;
}
