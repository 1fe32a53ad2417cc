"use client";

import { expiryOf, type HandoffRule } from "@baton/core/policy";
import { formatDateTime } from "@baton/ui/format/time";
import { useTimeZone } from "@/frame/time-zone";

/** Says until when a rule applies, or that it applies no longer; nothing without a date that can be read. */
export function RuleExpiry({ rule }: { rule: Pick<HandoffRule, "expires_at"> }) {
  const timeZone = useTimeZone();
  const at = expiryOf(rule);
  if (!Number.isFinite(at)) return null;
  return (
    <span className="text-warn" suppressHydrationWarning>
      {at <= Date.now() ? "expired" : "expires"} {formatDateTime(at, timeZone)} ·{" "}
    </span>
  );
}
