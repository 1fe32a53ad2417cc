"use client";

import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { Finding } from "@baton/ui/layout/finding";
import { ShareBar } from "@baton/ui/primitives/share-bar";
import { TimeAgo } from "@baton/ui/primitives/time";
import { StartAdvice } from "@/frame/commands";
import { useTimeZone } from "@/frame/time-zone";
import { isUnderWay, type Replay } from "./use-replay";

/** After this wait, in milliseconds, no ingest process seems to run. */
const PATIENCE_MILLISECONDS = 15_000;
/** Time for which a result counts as new, in milliseconds. */
const NEWS = 10 * 60_000;

/** Shows the progress of a replay, or its result. */
export function ReplayProgress({ replay, now }: { replay: Replay; now: number }) {
  const timeZone = useTimeZone();
  const { lineCount, replayedCount, refusedCount, goneCount, requestedBy, requestedAt, finishedAt } = replay;
  const tried = replayedCount + refusedCount + goneCount;
  const asked = (
    <>
      requested by {requestedBy} <TimeAgo at={requestedAt.getTime()} timeZone={timeZone} now={now} />
    </>
  );
  if (isUnderWay(replay)) {
    const isLate = replay.state === "waiting" && now - requestedAt.getTime() > PATIENCE_MILLISECONDS;
    return (
      <Finding
        role="status"
        tone={isLate ? "warn" : "info"}
        title={
          isLate
            ? "The replay is waiting: ingest is not running"
            : `Replaying: ${formatCount(tried)} of ${formatCount(lineCount)}`
        }
      >
        {isLate ? (
          <>
            <StartAdvice /> The request stays queued,{" "}
          </>
        ) : null}
        {asked}.
        <ShareBar
          className="mt-1.5 w-full"
          parts={[{ share: lineCount === 0 ? 0 : tried / lineCount, colour: "c1" }]}
        />
      </Finding>
    );
  }
  if (finishedAt === null || now - finishedAt.getTime() > NEWS) return null;
  if (replay.state === "failed") {
    return (
      <Finding role="status" tone="danger" title="The replay failed">
        {replay.lastError} {describeCounts(replay)} The remaining lines are still here. Replay them again.
        Previous replay: {asked}.
      </Finding>
    );
  }
  const isAllIn = replayedCount === tried;
  return (
    <Finding
      role="status"
      tone={isAllIn ? "ok" : "warn"}
      title={
        isAllIn
          ? `${formatCountOf(replayedCount, "line")} imported`
          : `${formatCount(replayedCount)} of ${formatCount(tried)} imported`
      }
    >
      {!isAllIn && `${describeCounts(replay)} `}Replay {asked}.
    </Finding>
  );
}

function describeCounts({ refusedCount, goneCount }: Replay): string {
  const parts = [
    refusedCount > 0 && `${formatCount(refusedCount)} still invalid`,
    goneCount > 0 && `${formatCount(goneCount)} no longer found`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "" : `${parts.join(", ")}.`;
}
