"use client";

import { type Figure, formatBytes, formatCount } from "@baton/ui/format/number";
import { TileStripSkeleton } from "@baton/ui/layout/loading";
import { Tile, TileStrip } from "@baton/ui/layout/tile-strip";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "@/frame/query-error";
import { useTRPC } from "@/trpc/client";

/** How far ingest is, and what it could not take in. */
export function IngestTiles({ workspace }: { workspace: string }) {
  const query = useQuery(useTRPC().ingest.status.queryOptions({ workspace }));
  const status = query.data;
  if (!status) {
    return query.isError ? (
      <QueryError title="The state of ingest could not be loaded" query={query} />
    ) : (
      <TileStripSkeleton tiles={6} />
    );
  }
  return (
    <TileStrip label="State of ingest" columns={6}>
      <Tile
        label="Files"
        value={formatCount(status.fileCount)}
        note={status.notReadCount > 0 ? `${formatCount(status.notReadCount)} not read` : "all are read"}
      />
      <Tile label="Events" value={formatCount(status.eventCount)} note="each counted once" />
      <Tile
        label="Behind"
        {...bytesFigure(status.lagBytes)}
        note={status.lagBytes > 0 ? "not read yet" : "up to date"}
      />
      <Tile
        label="In quarantine"
        value={formatCount(status.quarantinedCount)}
        note={status.quarantinedCount > 0 ? "nothing else was held up" : "every line was taken in"}
        href="#quarantine"
      />
      <Tile label="Duplicates" value={formatCount(status.duplicateCount)} note="kept, in no sum" />
      <Tile
        label="Secrets masked"
        value={formatCount(status.maskedSecretCount)}
        note="before they were stored"
      />
    </TileStrip>
  );
}

function bytesFigure(bytes: number): Figure {
  const [value = "", unit = ""] = formatBytes(bytes).split("\u00a0");
  return { value, unit };
}
