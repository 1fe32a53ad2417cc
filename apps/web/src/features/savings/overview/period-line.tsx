"use client";

import type { SavingsView } from "@/server/inputs";
import { describePeriod } from "./period-words";
import { countWithData } from "./savings-chart";
import { useSavings } from "./use-savings";
import { useRecorded } from "./use-work";

/** Shows the period of the page, and the part of it with scoped handoffs, if the workspace has any. */
export function PeriodLine({ workspace, view }: { workspace: string; view: SavingsView }) {
  const { data } = useSavings(workspace, view);
  const { data: recorded } = useRecorded(workspace);
  if (!data) return <>&nbsp;</>;
  const { period, bucket, buckets, points } = data;
  return (
    <>
      {describePeriod(period)}
      {recorded?.scoped && `, ${countWithData(points)} of ${buckets.length} ${bucket}s with data`}
      {period.timeZone !== "UTC" && `, ${period.timeZone}`}
    </>
  );
}
