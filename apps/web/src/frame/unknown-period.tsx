"use client";

import { Finding } from "@baton/ui/layout/finding";
import { useSearchParams } from "next/navigation";
import { findRangeFault, MAX_DAYS } from "@/search/range";

const TITLES = {
  unknown: "Invalid period in the URL.",
  reversed: "The period in the URL ends before it starts.",
  too_long: `The period in the URL is longer than ${MAX_DAYS} days.`,
} as const;

/** Explains why the page shows another period than its URL names. */
export function UnknownPeriod() {
  const range = useSearchParams().get("range");
  const fault = range === null ? null : findRangeFault(range);
  if (fault === null) return null;
  return (
    <Finding tone="warn" role="status" title={TITLES[fault]} className="print:hidden">
      Showing the default period. Valid: 7d, or 2026-10-01..2026-10-31.
    </Finding>
  );
}
