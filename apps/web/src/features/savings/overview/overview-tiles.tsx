"use client";

import { netOf, shareOf } from "@baton/server/savings";
import { Sparkline } from "@baton/ui/charts/sparkline";
import {
  formatCompact,
  formatCount,
  formatMoney,
  formatPercent,
  formatPoints,
  formatRatio,
} from "@baton/ui/format/number";
import { TileStripSkeleton } from "@baton/ui/layout/loading";
import { Tile, TileStrip } from "@baton/ui/layout/tile-strip";
import { useQuery } from "@tanstack/react-query";
import { handoffsAddress, manifestsAddress, tasksAddress } from "@/features/savings/addresses";
import { compressionLine, manifestShareLine } from "@/features/savings/artifact-charts";
import { describeWorth } from "@/features/savings/describe-worth";
import { SHARE_TARGET } from "@/features/savings/share-chart";
import { overTargetLine } from "@/features/savings/task-chart";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import type { Comparison } from "@/search/savings-choices";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { isComparable } from "./change";
import { ChangeNote } from "./change-note";
import { changesOf } from "./metric-changes";
import { valuesOfPeriod } from "./savings-chart";
import { ShareTile } from "./share-tile";
import { NONE, splitFactor, splitUnit, toMetric } from "./tile-metric";
import { useSavings } from "./use-savings";
import type { Recorded } from "./use-work";

/** Returns the number of tiles for what a workspace has recorded. */
export function tileCountOf({ scoped, manifests, tasks }: Recorded): number {
  return 4 * Number(scoped) + 3 * Number(manifests) + Number(tasks);
}

type OverviewTilesProps = {
  workspace: string;
  view: SavingsView;
  compare: Comparison;
  recorded: Recorded;
};

/**
 * Shows the main metrics of what the workspace has recorded, each with its change if the comparison is fair.
 */
export function OverviewTiles({ workspace, view, compare, recorded }: OverviewTilesProps) {
  const trpc = useTRPC();
  const input = { workspace, ...view };
  const savings = useSavings(workspace, view);
  const figures = useQuery(trpc.savings.figures.queryOptions(input, { placeholderData: (last) => last }));
  const artifacts = useQuery(trpc.savings.artifacts.queryOptions(input, { placeholderData: (last) => last }));
  const failed = [savings, figures, artifacts].find(({ isError, data }) => isError && !data);
  if (failed) return <QueryError title="Could not load the metrics" query={failed} />;
  if (!savings.data || !figures.data || !artifacts.data) {
    return <TileStripSkeleton tiles={tileCountOf(recorded)} hasSparkline />;
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Tiles
        workspace={workspace}
        view={view}
        compare={compare}
        recorded={recorded}
        savings={savings.data}
        figures={figures.data}
        artifacts={artifacts.data}
      />
      {(view.rule ?? view.mode) !== undefined && (
        <p className="text-sm text-text-3">
          Rule and mode filters do not apply to compression, budgets, gates and tasks.
        </p>
      )}
    </div>
  );
}

type TilesProps = OverviewTilesProps & {
  savings: RouterOutputs["overview"]["savings"];
  figures: RouterOutputs["savings"]["figures"];
  artifacts: RouterOutputs["savings"]["artifacts"];
};

function Tiles({ workspace, view, compare, recorded, savings, figures, artifacts }: TilesProps) {
  const { points, pointsBefore, buckets } = savings;
  const { now, before } = figures;
  const isCompared = compare !== "none";
  const changes = isCompared
    ? changesOf(now, before, isComparable(points.length, pointsBefore.length))
    : null;
  const isEmptyBefore = pointsBefore.length === 0;
  const without = isCompared ? (isEmptyBefore ? "no earlier data" : "too little earlier data") : null;
  const unpriced = now.unpricedTokens;
  return (
    <TileStrip label="Key metrics" columns={tileCountOf(recorded)}>
      {recorded.scoped && (
        <>
          <Tile
            label="Tokens saved, net"
            {...toMetric(now.savedTokens)}
            note={
              <ChangeNote
                change={changes?.savedTokens ?? null}
                without={without}
                format={formatPercent}
                isMoreGood
              >
                was {formatCompact(before.savedTokens)}
              </ChangeNote>
            }
            sparkline={<Sparkline values={valuesOfPeriod(points, buckets, netOf)} />}
            href={handoffsAddress(workspace, view)}
          />
          <Tile
            label="Share saved"
            {...(now.savedShare === null ? NONE : splitUnit(formatPercent(now.savedShare)))}
            note={
              now.savedShare === null ? (
                "no handoffs in this period"
              ) : (
                <ChangeNote change={changes?.savedShare ?? null} format={formatPoints} isMoreGood>
                  <TargetNote share={now.savedShare} />
                </ChangeNote>
              )
            }
            sparkline={<Sparkline values={valuesOfPeriod(points, buckets, shareOf)} target={SHARE_TARGET} />}
            href={handoffsAddress(workspace, view)}
          />
          <Tile
            label="Money saved, net"
            value={formatMoney(now.savedDollars)}
            explanation={describeWorth(now)}
            note={
              <>
                <ChangeNote
                  change={changes?.savedDollars ?? null}
                  without={without}
                  format={formatPercent}
                  isMoreGood
                >
                  was {formatMoney(before.savedDollars ?? 0)}
                </ChangeNote>
                {unpriced !== 0 &&
                  `${isCompared ? " · " : ""}${formatCompact(unpriced)} tokens without a price`}
              </>
            }
            href={addressOf(workspace, "settings", "prices")}
          />
        </>
      )}
      {recorded.manifests && (
        <Tile
          label="Compression ratio"
          {...(now.compressionRatio === null ? NONE : splitFactor(formatRatio(now.compressionRatio)))}
          note={
            now.compressionRatio === null ? (
              "no artifacts with sources"
            ) : (
              <ChangeNote
                change={changes?.compressionRatio ?? null}
                without={without}
                format={formatPercent}
                isMoreGood
              >
                was {formatRatio(before.compressionRatio ?? 0)}
              </ChangeNote>
            )
          }
          sparkline={<Sparkline values={compressionLine(artifacts.manifests, buckets)} />}
          href={manifestsAddress(workspace, view)}
        />
      )}
      {recorded.scoped && (
        <Tile
          label="Handoffs"
          {...toMetric(now.handoffCount)}
          note={
            <ChangeNote change={changes?.handoffCount ?? null} without={without} format={formatPercent}>
              was {formatCompact(before.handoffCount)}
            </ChangeNote>
          }
          sparkline={
            <Sparkline values={valuesOfPeriod(points, buckets, ({ handoffCount }) => handoffCount)} />
          }
          href={handoffsAddress(workspace, view)}
        />
      )}
      {recorded.manifests && (
        <>
          <ShareTile
            label="Over budget"
            now={now.overBudget}
            change={changes?.overBudget ?? null}
            none="no manifests"
            line={manifestShareLine(artifacts.manifests, buckets, "exceededCount")}
            href={manifestsAddress(workspace, view, { level: "exceeded" })}
          />
          <ShareTile
            label="Blocked by the gate"
            now={now.failedGates}
            change={changes?.failedGates ?? null}
            none="no manifests"
            line={manifestShareLine(artifacts.manifests, buckets, "failedCount")}
            href={manifestsAddress(workspace, view, { gate: "failed" })}
          />
        </>
      )}
      {recorded.tasks && (
        <Tile
          label="Over 500 tokens"
          {...(now.overTarget.whole === 0 ? NONE : toMetric(now.overTarget.part))}
          note={
            now.overTarget.whole === 0 ? (
              "no tasks"
            ) : (
              <ChangeNote change={changes?.overTarget ?? null} format={formatPercent} isMoreGood={false}>
                {formatCount(now.overTarget.part)} of {formatCount(now.overTarget.whole)} tasks
              </ChangeNote>
            )
          }
          sparkline={<Sparkline values={overTargetLine(artifacts.tasks, buckets)} />}
          href={tasksAddress(workspace, view, { over: true })}
        />
      )}
    </TileStrip>
  );
}

function TargetNote({ share }: { share: number }) {
  const target = `target ${SHARE_TARGET * 100}\u00a0%`;
  return share >= SHARE_TARGET ? target : <span className="text-danger">▼ below {target}</span>;
}
