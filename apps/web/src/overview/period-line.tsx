"use client";

import { listBuckets } from "@/search/range";
import type { SavingsView } from "@/search/savings-view";
import { describePeriod } from "./period-words";
import { countWithData } from "./savings-chart";
import { useSavings } from "./use-savings";

/** Which time the page is about, and of how much of it there is data. */
export function PeriodLine({ workspace, view }: { workspace: string; view: SavingsView }) {
  const { data } = useSavings(workspace, view);
  if (!data) return <>&nbsp;</>;
  const { period, bucket, points } = data;
  const count = listBuckets(period, bucket).length;
  return (
    <>
      {describePeriod(period)}, {countWithData(points)} of {count} {bucket}s with data
      {period.timeZone !== "UTC" && `, ${period.timeZone}`}
    </>
  );
}
