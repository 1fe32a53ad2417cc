"use client";

import type { SavingsView } from "@/server/inputs";
import { describePeriod } from "./period-words";
import { countWithData } from "./savings-chart";
import { useSavings } from "./use-savings";

/** Shows the period of the page, and the part of it with data. */
export function PeriodLine({ workspace, view }: { workspace: string; view: SavingsView }) {
  const { data } = useSavings(workspace, view);
  if (!data) return <>&nbsp;</>;
  const { period, bucket, buckets, points } = data;
  return (
    <>
      {describePeriod(period)}, {countWithData(points)} of {buckets.length} {bucket}s with data
      {period.timeZone !== "UTC" && `, ${period.timeZone}`}
    </>
  );
}
