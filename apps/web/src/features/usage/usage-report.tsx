"use client";

import { formatCompact, formatCountOf, formatMoney, formatPercent } from "@baton/ui/format/number";
import { Tile, TileStrip } from "@baton/ui/layout/tile-strip";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { changeOf } from "@/features/savings/overview/change";
import { ChangeNote } from "@/features/savings/overview/change-note";
import { describePeriod } from "@/features/savings/overview/period-words";
import { QueryPanel } from "@/features/savings/query-panel";
import { addressOf } from "@/frame/pages";
import { useTRPC } from "@/trpc/client";
import { SPLIT_LABELS } from "./split-labels";
import { UsageChart } from "./usage-chart";
import type { UsageData, UsageView } from "./usage-data";
import { UsageTable } from "./usage-table";

type Props = {
  workspace: string;
  view: UsageView;
  onZoom: (fromKey: string, toKey: string) => void;
};

/** Shows totals, a chart by day, and a table of model calls, all by one split. */
export function UsageReport({ workspace, view, onZoom }: Props) {
  const query = useQuery(
    useTRPC().usage.get.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  return (
    <QueryPanel title="Usage" query={query}>
      {(data) => (
        <>
          <p className="text-text-2">
            {describePeriod(data.period)}
            {data.period.timeZone !== "UTC" && `, ${data.period.timeZone}`}
          </p>
          <Totals workspace={workspace} data={data} />
          <UsageChart
            workspace={workspace}
            by={SPLIT_LABELS[view.by].toLowerCase()}
            bucket="day"
            buckets={data.buckets}
            period={data.period}
            rows={data.days}
            firstUnit="dollars"
            onZoom={onZoom}
          />
          <UsageTable workspace={workspace} view={view} query={query} data={data} />
        </>
      )}
    </QueryPanel>
  );
}

function Totals({
  workspace,
  data: { totals, totalsBefore, isFair },
}: {
  workspace: string;
  data: UsageData;
}) {
  const { dollars, unpricedTokens } = totals;
  const change = (
    <ChangeNote
      change={isFair ? changeOf(dollars ?? 0, totalsBefore.dollars ?? 0) : null}
      format={formatPercent}
      isMoreGood={false}
      {...(totalsBefore.calls === 0 && { without: "at list prices" })}
    >
      was {formatMoney(totalsBefore.dollars ?? 0)}
    </ChangeNote>
  );
  const unpriced = (
    <TextLink href={addressOf(workspace, "settings", "prices")}>
      {formatCompact(unpricedTokens)} tokens have no price
    </TextLink>
  );
  return (
    <TileStrip label="Totals" columns={5}>
      <Tile
        label="Cost"
        value={dollars === null ? "none" : formatMoney(dollars)}
        note={unpricedTokens > 0 ? unpriced : change}
      />
      <Tile label="Input, not cached" value={formatCompact(totals.inputTokens)} note="tokens" />
      <Tile label="Cache write" value={formatCompact(totals.cacheCreationTokens)} note="tokens" />
      <Tile label="Cache read" value={formatCompact(totals.cacheReadTokens)} note="tokens" />
      <Tile
        label="Output"
        value={formatCompact(totals.outputTokens)}
        note={`tokens in ${formatCountOf(totals.calls, "call")}`}
      />
    </TileStrip>
  );
}
