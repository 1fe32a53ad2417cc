import type { SplitScope } from "@baton/db";
import { SERIES_LIMIT } from "@baton/ui/charts/series";
import { bucketOf } from "@/search/period";
import { listBuckets } from "@/search/resolve-range";
import type { SavingsView } from "./inputs";
import { toScope } from "./savings-scope";

/** Rows in a file, to keep the sheet readable: a long range gets fewer series, and the others are combined. */
const MAX_ROWS = 50_000;

/** Splits the days (or hours) of a range into series, up to the limit of a chart, or of its file. */
export function toSplit(
  workspaceId: string,
  { isWhole, ...view }: SavingsView & { isWhole?: boolean | undefined },
): SplitScope {
  const scope = toScope(workspaceId, view);
  const bucket = bucketOf(scope.range);
  if (!isWhole) return { ...scope, bucket, limit: SERIES_LIMIT };
  return { ...scope, bucket, limit: Math.floor(MAX_ROWS / listBuckets(scope.range, bucket).length) };
}
