"use client";

import { shareSaved } from "@baton/server/savings";
import { compactNumber, formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { TileStripSkeleton } from "@baton/ui/layout/loading";
import { Tile, TileStrip } from "@baton/ui/layout/tile-strip";
import { useQuery } from "@tanstack/react-query";
import { sumBy } from "@/features/savings/points";
import { QueryError } from "@/frame/query-error";
import { useTRPC } from "@/trpc/client";
import { type KindOfPair, usePairKinds } from "./pair-kinds-panel";
import type { TrafficProps } from "./traffic-view";

/** Shows the handoffs of an agent, a pair or a rule, and what its contexts saved. */
export function PairTiles({ workspace, view }: TrafficProps) {
  const query = usePairKinds({ workspace, view });
  const { data } = query;
  if (!data) {
    return query.isError ? (
      <QueryError title="Could not load the metrics" query={query} />
    ) : (
      <TileStripSkeleton tiles={5} />
    );
  }
  const rows = data.first;
  const contexts = rows.filter(({ kind }) => kind === "context");
  const saved = sumBy(contexts, ({ savedTokens }) => savedTokens ?? 0);
  const share = shareSaved(
    saved,
    sumBy(contexts, ({ beforeTokens }) => beforeTokens ?? 0),
  );
  const { agent } = view;
  return (
    <TileStrip label="Traffic" columns={contexts.length > 0 ? 5 : 4}>
      {agent === undefined ? (
        <>
          <Tile label="Handoffs" value={formatCount(sumBy(rows, ({ handoffCount }) => handoffCount))} />
          <Tile label="Pairs" value={formatCount(new Set(rows.map(nameOfPair)).size)} />
        </>
      ) : (
        <>
          <HandoffTile label="Received" rows={rows.filter(({ toAgent }) => toAgent === agent)} />
          <HandoffTile label="Given" rows={rows.filter(({ fromAgent }) => fromAgent === agent)} />
        </>
      )}
      {contexts.length > 0 ? (
        <>
          <Tile
            label="Context tokens passed"
            {...compactNumber(sumBy(contexts, ({ afterTokens }) => afterTokens ?? 0))}
          />
          <Tile label="Tokens saved, net" {...compactNumber(saved)} />
          <Tile label="Share saved" value={share === null ? "–" : formatPercent(share)} />
        </>
      ) : (
        <>
          <Tile
            label="Largest context of a sender"
            {...compactNumber(Math.max(0, ...rows.map(meanBeforeOf)))}
            note="tokens, average of a pair"
          />
          <Tile
            label="Tokens passed"
            {...compactNumber(sumBy(rows, ({ afterTokens }) => afterTokens ?? 0))}
            note="prompts, answers and messages"
          />
        </>
      )}
    </TileStrip>
  );
}

function HandoffTile({ label, rows }: { label: string; rows: readonly KindOfPair[] }) {
  const agents = new Set(rows.map(nameOfPair)).size;
  return (
    <Tile
      label={`${label}, handoffs`}
      value={formatCount(sumBy(rows, ({ handoffCount }) => handoffCount))}
      note={formatCountOf(agents, "pair")}
    />
  );
}

function meanBeforeOf({ beforeTokens, handoffCount }: KindOfPair): number {
  return handoffCount > 0 ? (beforeTokens ?? 0) / handoffCount : 0;
}

function nameOfPair({ fromAgent, toAgent }: KindOfPair): string {
  return JSON.stringify([fromAgent, toAgent]);
}

/** Shows in how many handoffs a field passed or was removed. */
export function FieldTiles({ workspace, view }: TrafficProps) {
  const query = useQuery(
    useTRPC().traffic.fields.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  const { data } = query;
  if (!data) return query.isError ? null : <TileStripSkeleton tiles={5} />;
  const rows = data.first;
  const passed = rows.filter(({ outcome }) => outcome === "passed");
  const pairsOf = (of: typeof rows) =>
    new Set(of.map((row) => JSON.stringify([row.fromAgent, row.toAgent]))).size;
  return (
    <TileStrip label="Traffic" columns={5}>
      <Tile label="Pairs that offer it" value={formatCount(pairsOf(rows))} />
      <Tile label="Pairs that pass it" value={formatCount(pairsOf(passed))} />
      <Tile label="Passed, handoffs" value={formatCount(sumBy(passed, ({ handoffCount }) => handoffCount))} />
      <Tile
        label="Blocked, handoffs"
        value={formatCount(
          sumBy(rows, ({ outcome, handoffCount }) => (outcome === "blocked" ? handoffCount : 0)),
        )}
      />
      <Tile label="Tokens passed" {...compactNumber(sumBy(rows, ({ afterTokens }) => afterTokens))} />
    </TileStrip>
  );
}
