"use client";

import { Sparkline } from "@baton/ui/charts/sparkline";
import {
  compactFigure,
  formatCompact,
  formatMoney,
  formatPercent,
  formatPoints,
} from "@baton/ui/format/number";
import { Delta } from "@baton/ui/layout/delta";
import { TileStripSkeleton } from "@baton/ui/layout/loading";
import { Tile, TileStrip } from "@baton/ui/layout/tile-strip";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { type Change, changeOf, differenceOf, isComparable } from "./change";
import { netOf, type SavingsSums, shareOf } from "./savings-chart";
import { sessionsAddress } from "./sessions-address";
import { useSavings } from "./use-savings";

/** What scoping is meant to save of what agents are offered. */
export const SHARE_TARGET = 0.3;

const TILE_COUNT = 8;

type Savings = RouterOutputs["overview"]["savings"];
type Counts = RouterOutputs["overview"]["counts"];
type Worth = RouterOutputs["overview"]["worth"];

/** The figures that a page of savings begins with, each held against the period before where that is fair. */
export function OverviewTiles({ workspace, view }: { workspace: string; view: SavingsView }) {
  const trpc = useTRPC();
  const savings = useSavings(workspace, view);
  const counts = useQuery(
    trpc.overview.counts.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  const worth = useQuery(
    trpc.overview.worth.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  const failed = [savings, counts, worth].find(({ isError, data }) => isError && !data);
  if (failed) return <QueryError title="The figures could not be loaded" query={failed} />;
  if (!savings.data || !counts.data || !worth.data) {
    return <TileStripSkeleton tiles={TILE_COUNT} hasSparkline />;
  }
  return (
    <Tiles workspace={workspace} view={view} savings={savings.data} counts={counts.data} worth={worth.data} />
  );
}

type TilesProps = {
  workspace: string;
  view: SavingsView;
  savings: Savings;
  counts: Counts;
  worth: Worth;
};

function Tiles({ workspace, view, savings, counts, worth }: TilesProps) {
  const { sums, sumsBefore, points, pointCountBefore, buckets } = savings;
  const isFair = isComparable(points.length, pointCountBefore);
  const pointOf = new Map(points.map((point) => [point.day, point]));
  const line = (figureOf: (sums: SavingsSums) => number | null) =>
    buckets.map((key) => {
      const point = pointOf.get(key);
      return point && point.handoffCount > 0 ? figureOf(point) : null;
    });
  const sessions = (filter: Partial<SavingsView>) => sessionsAddress(workspace, { ...view, ...filter });

  const net = netOf(sums);
  const share = shareOf(sums);
  const shareBefore = shareOf(sumsBefore);
  const { now, before } = counts;
  return (
    <TileStrip label="Key figures" columns={TILE_COUNT}>
      <Tile
        label="Tokens saved, net"
        {...toFigure(net)}
        note={
          <AmountChange now={net} before={netOf(sumsBefore)} isFair={isFair} isMoreGood>
            was {formatCompact(netOf(sumsBefore))}
          </AmountChange>
        }
        sparkline={<Sparkline values={line(netOf)} />}
      />
      <Tile
        label="Share saved"
        {...(share === null ? { value: "–" } : splitUnit(formatPercent(share)))}
        note={<ShareNote share={share} before={isFair ? shareBefore : null} />}
        sparkline={<Sparkline values={line(shareOf)} target={SHARE_TARGET} />}
      />
      <Tile
        label="Money saved, net"
        value={worth.now.dollars === null ? "–" : formatMoney(worth.now.dollars)}
        note={<WorthNote {...worth} isFair={isFair} />}
        href={addressOf(workspace, "settings", "prices")}
      />
      <Tile
        label="Handoffs"
        {...toFigure(sums.handoffCount)}
        note={
          <AmountChange now={sums.handoffCount} before={sumsBefore.handoffCount} isFair={isFair}>
            was {formatCompact(sumsBefore.handoffCount)}
          </AmountChange>
        }
        sparkline={<Sparkline values={line((point) => point.handoffCount)} />}
        href={sessions({})}
      />
      <Tile
        label="Sessions"
        {...toFigure(now.sessions)}
        note={
          <AmountChange now={now.sessions} before={before.sessions} isFair={isFair}>
            was {formatCompact(before.sessions)}
          </AmountChange>
        }
        href={sessionsAddress(workspace, { range: view.range, tz: view.tz })}
      />
      <Tile
        label="No rule"
        {...toFigure(now.withoutRule)}
        note={
          sums.handoffCount > 0
            ? `${formatPercent(now.withoutRule / sums.handoffCount)} of handoffs`
            : "no handoffs"
        }
        href={sessions({ rule: "" })}
      />
      <Tile
        label="Field blocked"
        {...toFigure(sums.blockedCount)}
        note={
          sums.handoffCount > 0
            ? `${formatPercent(sums.blockedCount / sums.handoffCount)} of handoffs`
            : "no handoffs"
        }
        sparkline={<Sparkline values={line((point) => point.blockedCount)} />}
      />
      <Tile
        label="Compactions"
        {...toFigure(now.compactions.count)}
        note={
          now.compactions.beforeTokens > 0
            ? `${formatCompact(now.compactions.beforeTokens)} to ${formatCompact(now.compactions.afterTokens)}`
            : "none with both sizes"
        }
      />
    </TileStrip>
  );
}

function ShareNote({ share, before }: { share: number | null; before: number | null }) {
  if (share === null) return "nothing was offered";
  const target = `target ${SHARE_TARGET * 100}\u00a0%`;
  return (
    <>
      {before !== null && (
        <>
          <ChangeMark change={differenceOf(share, before)} isMoreGood format={formatPoints} /> ·{" "}
        </>
      )}
      {share >= SHARE_TARGET ? target : <span className="text-danger">▼ below {target}</span>}
    </>
  );
}

/** Tokens without a price are named before all else: the figure is too small by them. */
function WorthNote({ now, before, isFair }: Worth & { isFair: boolean }) {
  if (now.unpricedTokens !== 0) return `${formatCompact(now.unpricedTokens)} tokens without a price`;
  if (now.dollars === null || before.dollars === null) return "nothing before";
  return (
    <AmountChange now={now.dollars} before={before.dollars} isFair={isFair} isMoreGood>
      was {formatMoney(before.dollars)}
    </AmountChange>
  );
}

type AmountChangeProps = {
  now: number;
  before: number;
  isFair: boolean;
  /** Whether more of it is better; without it a change is neither good nor bad. */
  isMoreGood?: boolean;
  children: ReactNode;
};

function AmountChange({ now, before, isFair, isMoreGood, children }: AmountChangeProps) {
  const change = isFair ? changeOf(now, before) : null;
  if (change === null) return "nothing before";
  return (
    <>
      <ChangeMark change={change} isMoreGood={isMoreGood} format={formatPercent} /> {children}
    </>
  );
}

function ChangeMark({
  change: { direction, size },
  isMoreGood,
  format,
}: {
  change: Change;
  isMoreGood?: boolean | undefined;
  format: (size: number) => string;
}) {
  const isGood =
    isMoreGood === undefined || direction === "same" ? null : (direction === "up") === isMoreGood;
  return (
    <Delta direction={direction} isGood={isGood}>
      {format(size)}
    </Delta>
  );
}

function toFigure(count: number): { value: string; unit?: string } {
  const { value, unit } = compactFigure(count);
  return unit === "" ? { value } : { value, unit };
}

/** "36.5 %" in two sizes. */
function splitUnit(text: string): { value: string; unit: string } {
  const [value = text, unit = ""] = text.split("\u00a0");
  return { value, unit };
}
