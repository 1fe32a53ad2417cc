"use client";

import { Finding } from "@baton/ui/layout/finding";
import { useSearchParams } from "next/navigation";
import { isRange } from "@/search/range";

/**
 * Says of a period that the address names and nobody knows that the page goes without
 * it, rather than show another one in silence.
 */
export function UnknownPeriod() {
  const range = useSearchParams().get("range");
  if (range === null || isRange(range)) return null;
  return (
    <Finding
      tone="warn"
      role="status"
      title="The address names a period that is not known."
      className="print:hidden"
    >
      The usual period is shown. Write one as 7d, or as 2026-10-01..2026-10-31.
    </Finding>
  );
}
