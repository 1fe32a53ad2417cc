"use client";

import { formatDateTime } from "@baton/ui/format/time";
import { useTimeZone } from "@/frame/time-zone";

/** Says until when a rule applies, or that it applies no longer; nothing for a date that cannot be read. */
export function RuleExpiry({ expiresAt }: { expiresAt: string }) {
  const timeZone = useTimeZone();
  const at = Date.parse(expiresAt);
  if (Number.isNaN(at)) return null;
  return (
    <span className="text-warn" suppressHydrationWarning>
      {at <= Date.now() ? "expired" : "expires"} {formatDateTime(at, timeZone)} ·{" "}
    </span>
  );
}
