import { formatDateTime } from "@baton/ui/format/time";
import { Finding } from "@baton/ui/layout/finding";
import { useTimeZone } from "./time-zone";

/**
 * States that a page shows an earlier content of a file. @param at time of
 * its replacement; null if it is current.
 */
export function SupersededBanner({ at }: { at: Date | null }) {
  const timeZone = useTimeZone();
  if (!at) return null;
  return (
    <Finding tone="info" title="This is an earlier version of the file">
      Replaced at {formatDateTime(at, timeZone)}. All versions are listed below.
    </Finding>
  );
}
