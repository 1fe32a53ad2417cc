"use client";

import type { SeriesColour } from "@baton/ui/charts/colour";
import type { ChartSeries } from "@baton/ui/charts/series";
import { useState } from "react";
import { settleColours } from "./series-colours";

/** Returns colours by rank, which each series keeps when ranks change while the page is open. */
export function useSettledColours(series: readonly ChartSeries[]): ChartSeries[] {
  const [settled, setSettled] = useState<ReadonlyMap<string, SeriesColour>>(new Map());
  const colours = settleColours(series, settled);
  if (colours !== settled) setSettled(colours);
  return series.map((one) => ({ colour: colours.get(one.id), ...one }));
}
