"use client";

import { Sparkline } from "@baton/ui/charts/sparkline";
import { formatCompact, formatCountOf, formatMoney, formatPercent } from "@baton/ui/format/number";
import { TileStripSkeleton } from "@baton/ui/layout/loading";
import { Tile, TileStrip } from "@baton/ui/layout/tile-strip";
import { KIND_LOOKS } from "@/features/sessions/handoff/handoff-kinds";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import type { SavingsView } from "@/server/inputs";
import { divide, toLine } from "../points";
import { changeOf } from "./change";
import { ChangeNote } from "./change-note";
import { sessionsAddress } from "./sessions-address";
import { splitUnit, toMetric } from "./tile-metric";
import { type Recorded, useWork, type Work } from "./use-work";

type WorkTilesProps = { workspace: string; view: SavingsView; recorded: Recorded };

/** Shows what agents did without a policy: only what this workspace has recorded at least once. */
export function WorkTiles({ workspace, view, recorded }: WorkTilesProps) {
  const query = useWork(workspace, view);
  const count =
    3 * Number(recorded.modelCalls) + 2 * Number(recorded.ungoverned) + Number(recorded.compactions);
  if (query.data) return <Tiles workspace={workspace} view={view} recorded={recorded} work={query.data} />;
  return query.isError ? (
    <QueryError title="Could not load what agents did" query={query} />
  ) : (
    <TileStripSkeleton tiles={count} hasSparkline />
  );
}

function Tiles({ workspace, view, recorded, work }: WorkTilesProps & { work: Work }) {
  const { kinds, kindsBefore, compactions, usage, usageBefore, isFair, days, buckets } = work;
  const returned = kinds.find(({ kind }) => kind === "return");
  const handoffCount = countAll(kinds);
  const sessions = sessionsAddress(workspace, view);
  const contextTokens = usage.tokens - usage.outputTokens;
  const tiles = [
    recorded.ungoverned && (
      <Tile
        key="handoffs"
        label="Handoffs without a policy"
        {...toMetric(handoffCount)}
        note={
          <ChangeNote change={changeOf(handoffCount, countAll(kindsBefore))} format={formatPercent}>
            {kinds.map(({ kind, count }) => formatCountOf(count, KIND_LOOKS[kind].word)).join(", ")}
          </ChangeNote>
        }
        href={sessions}
      />
    ),
    recorded.ungoverned && returned !== undefined && (
      <Tile
        key="returned"
        label="Work by subagents"
        {...toMetric(returned.beforeTokens)}
        note={`${formatCompact(returned.afterTokens)} tokens returned`}
        href={addressOf(workspace, "lineage", "pairs")}
      />
    ),
    recorded.modelCalls && (
      <Tile
        key="tokens"
        label="Tokens used"
        {...toMetric(usage.tokens)}
        note={
          <ChangeNote
            change={isFair ? changeOf(usage.tokens, usageBefore.tokens) : null}
            format={formatPercent}
          >
            {formatCountOf(usage.calls, "model call")}
          </ChangeNote>
        }
        sparkline={
          <Sparkline
            values={toLine(buckets, days, (rows) => rows.reduce((sum, { tokens }) => sum + tokens, 0))}
          />
        }
        href={sessions}
      />
    ),
    recorded.modelCalls && (
      <Tile
        key="cost"
        label="Cost"
        {...(usage.dollars === null
          ? { value: usage.calls === 0 ? formatMoney(0) : "no price" }
          : { value: formatMoney(usage.dollars) })}
        note={
          usage.unpricedTokens > 0 ? (
            `${formatCompact(usage.unpricedTokens)} tokens without a price`
          ) : (
            <ChangeNote
              change={isFair ? changeOf(usage.dollars ?? 0, usageBefore.dollars ?? 0) : null}
              format={formatPercent}
              isMoreGood={false}
            >
              at list prices
            </ChangeNote>
          )
        }
        sparkline={
          usage.dollars !== null && (
            <Sparkline
              values={toLine(buckets, days, (rows) =>
                rows.reduce((sum, { dollars }) => sum + (dollars ?? 0), 0),
              )}
            />
          )
        }
        href={addressOf(workspace, "settings", "prices")}
      />
    ),
    recorded.modelCalls && (
      <Tile
        key="cache"
        label="Read from cache"
        {...splitUnit(formatPercent(divide(usage.cacheReadTokens, contextTokens) ?? 0))}
        note={describeContext(usage)}
      />
    ),
    recorded.compactions && (
      <Tile
        key="compactions"
        label="Compactions"
        {...toMetric(compactions.count)}
        note={
          compactions.measuredCount > 0
            ? `${formatCompact(compactions.beforeTokens)} to ${formatCompact(compactions.afterTokens)} tokens`
            : "none with both sizes"
        }
        href={sessions}
      />
    ),
  ].filter((tile) => tile !== false);
  return (
    <TileStrip label="Agent activity" columns={tiles.length}>
      {tiles}
    </TileStrip>
  );
}

function describeContext({ largestContextTokens, windowTokens }: Work["usage"]): string {
  const size = formatCompact(largestContextTokens);
  if (windowTokens === null || largestContextTokens > windowTokens) return `largest context: ${size} tokens`;
  return `largest context: ${size} of ${formatCompact(windowTokens)} tokens`;
}

function countAll(kinds: Work["kinds"]): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}
