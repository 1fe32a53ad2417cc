import { formatDateTime } from "@baton/ui/format/time";
import { Finding } from "@baton/ui/layout/finding";
import { useTimeZone } from "./time-zone";

/**
 * Says that a page shows what stood in a file before. @param at since
 * when; null where it is what stands there now.
 */
export function SupersededNotice({ at }: { at: Date | null }) {
  const timeZone = useTimeZone();
  if (!at) return null;
  return (
    <Finding tone="info" title="This is an earlier version of the file">
      Replaced at {formatDateTime(at, timeZone)}. All versions are listed below.
    </Finding>
  );
}
