import type { SplitScope } from "@baton/db";
import { SERIES_LIMIT } from "@baton/ui/charts/series";
import { bucketOf } from "@/search/period";
import { listBuckets } from "@/search/resolve-range";
import type { SavingsView } from "./inputs";
import { toScope } from "./savings-scope";

/** Maximum series in a file, to keep the sheet readable; the others are combined. */
const MOST_IN_FILE = 1_000;
/**
 * Maximum rows in a file. Each names its series, in up to half a kilobyte, so a long range gets fewer series.
 */
const MOST_ROWS_IN_FILE = 50_000;

/** Splits the days (or hours) of a range into series, up to the limit of a chart, or of its file. */
export function toSplit(
  workspaceId: string,
  { isWhole, ...view }: SavingsView & { isWhole?: boolean | undefined },
): SplitScope {
  const scope = toScope(workspaceId, view);
  const bucket = bucketOf(scope.range);
  if (!isWhole) return { ...scope, bucket, limit: SERIES_LIMIT };
  const seriesThatFit = Math.floor(MOST_ROWS_IN_FILE / listBuckets(scope.range, bucket).length);
  return { ...scope, bucket, limit: Math.min(MOST_IN_FILE, seriesThatFit) };
}
