import type { SplitScope } from "@baton/db";
import { SERIES_LIMIT } from "@baton/ui/charts/series";
import { bucketOf } from "@/search/period";
import { listBuckets } from "@/search/resolve-range";
import type { SavingsView } from "./inputs";
import { toScope } from "./savings-scope";

/** A file holds all series, up to as many as a sheet can be read with: those beyond are one. */
const MOST_IN_FILE = 1_000;
/** Each row names its series, in up to half a kilobyte: of a long range there are fewer. */
const MOST_ROWS_IN_FILE = 50_000;

/** The days (or hours) of a range, split into as many series as a chart tells apart, or as its file does. */
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
