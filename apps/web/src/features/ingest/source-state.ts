import type { RouterOutputs } from "@/server/root";

export type Source = RouterOutputs["ingest"]["sources"]["sources"][number];

/** Status of a source, as shown to users. */
export type SourceState = "stopped" | "failed" | "unwatched" | "behind" | "receiving" | "idle" | "up_to_date";

/**
 * Ingest reports its lag every five seconds; after this time without a report it counts as stopped. In
 * milliseconds.
 */
const SILENCE = 30_000;

type Facts = Pick<
  Source,
  "kind" | "stoppedAt" | "lastError" | "failedCount" | "lagBytes" | "lagAt" | "minuteLines" | "createdAt"
>;

/** Returns the state of a source. @param now time of the facts, in milliseconds. */
export function stateOf(source: Facts, now: number): SourceState {
  const isReceiving = source.minuteLines.slice(-2).some((count) => count > 0);
  if (source.kind === "http") return isReceiving ? "receiving" : "idle";
  if (source.stoppedAt !== null) return "stopped";
  if (isUnwatched(source, now)) return "unwatched";
  if (source.lastError !== null || source.failedCount > 0) return "failed";
  return source.lagBytes > 0 ? "behind" : "up_to_date";
}

/**
 * Returns true if no ingest process has checked a followed source recently; a new source gets some time
 * first.
 */
export function isUnwatched(
  { kind, stoppedAt, lagAt, createdAt }: Pick<Facts, "kind" | "stoppedAt" | "lagAt" | "createdAt">,
  now: number,
): boolean {
  return kind === "path" && stoppedAt === null && now - (lagAt ?? createdAt).getTime() > SILENCE;
}

/** Estimates the time to catch up at the current rate, in milliseconds; null if nothing moves. */
export function timeToCatchUp({
  lagBytes,
  bytesPerSecond,
}: Pick<Source, "lagBytes" | "bytesPerSecond">): number | null {
  return bytesPerSecond > 0 ? (lagBytes / bytesPerSecond) * 1000 : null;
}
