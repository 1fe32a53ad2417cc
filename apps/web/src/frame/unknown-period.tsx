"use client";

import { Finding } from "@baton/ui/layout/finding";
import { useSearchParams } from "next/navigation";
import { findRangeFault, MAX_DAYS } from "@/search/range";

const TITLES = {
  unknown: "The address names a period that is not known.",
  reversed: "The period in the address ends before it begins.",
  too_long: `The period in the address is longer than ${MAX_DAYS} days.`,
} as const;

/** Explains why the page shows another period than its address names. */
export function UnknownPeriod() {
  const range = useSearchParams().get("range");
  const fault = range === null ? null : findRangeFault(range);
  if (fault === null) return null;
  return (
    <Finding tone="warn" role="status" title={TITLES[fault]} className="print:hidden">
      The usual period is shown. Write one as 7d, or as 2026-10-01..2026-10-31.
    </Finding>
  );
}
