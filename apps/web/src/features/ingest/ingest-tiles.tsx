"use client";

import {
  type CompactNumber,
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
} from "@baton/ui/format/number";
import { TileStripSkeleton } from "@baton/ui/layout/loading";
import { Tile, TileStrip } from "@baton/ui/layout/tile-strip";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "@/frame/query-error";
import { useTRPC } from "@/trpc/client";
import { stateOf } from "./source-state";
import { useSources } from "./use-sources";

/** Shows the progress of ingest, and the lines it could not import. */
export function IngestTiles({ workspace }: { workspace: string }) {
  const query = useQuery(useTRPC().ingest.status.queryOptions({ workspace }));
  const status = query.data;
  const { sources = [], now = 0 } = useSources(workspace).data ?? {};
  if (!status) {
    return query.isError ? (
      <QueryError title="Could not load the state of ingest" query={query} />
    ) : (
      <TileStripSkeleton tiles={6} />
    );
  }
  const sum = (of: (source: (typeof sources)[number]) => number) =>
    sources.reduce((total, source) => total + of(source), 0);
  const isWatched = sources.every((source) => stateOf(source, now) !== "unwatched");
  const lagBytes = sum((source) => source.lagBytes);
  const lagSeconds = Math.max(0, ...sources.map((source) => source.lagSeconds));
  const lineCount = status.eventCount + status.duplicateCount + status.quarantinedCount;
  return (
    <TileStrip label="State of ingest" columns={6}>
      <Tile
        label="Events"
        value={formatCount(status.eventCount)}
        note={`${formatCount(status.duplicateCount)} duplicates stored, not counted`}
      />
      <Tile
        label="Import rate"
        value={formatRate(sum((source) => source.linesPerSecond))}
        unit="lines/s"
        note={`${formatBytes(sum((source) => source.bytesPerSecond))}/s`}
      />
      <Tile
        label="Longest delay"
        {...(lagBytes > 0 ? splitNumber(formatDuration(lagSeconds * 1000)) : { value: "none" })}
        note={
          isWatched
            ? lagBytes > 0
              ? `${formatBytes(lagBytes)} waiting`
              : "up to date"
            : "at the last report"
        }
      />
      <Tile
        label="In quarantine"
        value={formatCount(status.quarantinedCount)}
        note={
          status.quarantinedCount > 0
            ? `${formatPercent(status.quarantinedCount / Math.max(1, lineCount))} of all lines`
            : "all lines imported"
        }
        href="#quarantine"
      />
      <Tile label="Secrets masked" value={formatCount(status.maskedSecretCount)} note="before storage" />
      <Tile
        label="Files"
        value={formatCount(status.fileCount)}
        note={status.notReadCount > 0 ? `${formatCount(status.notReadCount)} not read` : "all read"}
        href="#files"
      />
    </TileStrip>
  );
}

/** Splits "6 min 12 s" into its first value and the rest. */
function splitNumber(text: string): CompactNumber {
  const [value = "", ...units] = text.split("\u00a0");
  return { value, unit: units.join("\u00a0") };
}

/** Formats lines per second, to a tenth if there are few. */
export function formatRate(perSecond: number): string {
  if (perSecond === 0) return "0";
  return perSecond < 10 ? Math.max(0.1, perSecond).toFixed(1) : formatCount(perSecond);
}
