import { formatCount, formatPercent, formatRatio } from "@baton/ui/format/number";
import { Tile, TileStrip } from "@baton/ui/layout/tile-strip";
import { addressOf } from "@/frame/pages";
import type { RouterOutputs } from "@/server/root";

type Metrics = RouterOutputs["tasks"]["metrics"];

/** Target size of a handoff, in tokens. */
export const TARGET_TOKENS = 500;

const NOTHING = "not recorded";

/** Shows the metrics of task handoffs, each with its target. */
export function MetricTiles({ workspace, metrics }: { workspace: string; metrics: Metrics }) {
  const { meanTokens, largestTokens, overTarget, compressionRatio, rejected, usedToEstimated, reworked } =
    metrics;
  const listOf = (query: string) => `${addressOf(workspace, "tasks")}?${query}`;
  return (
    <TileStrip label="Task handoff metrics" columns={5}>
      <Tile
        label="Handoff size"
        value={meanTokens === null ? NOTHING : formatCount(meanTokens)}
        unit={meanTokens === null ? undefined : "tokens"}
        note={
          largestTokens !== null &&
          `average; ${shareOf(overTarget)} over ${TARGET_TOKENS}; largest ${formatCount(largestTokens)}`
        }
        {...(overTarget.part > 0 && { href: listOf("over=true") })}
      />
      <Tile
        label="Interfaces, compression"
        value={compressionRatio === null ? NOTHING : formatRatio(compressionRatio)}
        note={compressionRatio !== null && "tokens before ÷ after minifying"}
      />
      <Tile
        label="Rejected"
        value={rejected.whole === 0 ? NOTHING : formatPercent(rejected.part / rejected.whole)}
        note={rejected.whole > 0 && `${shareOf(rejected)} validated`}
        {...(rejected.part > 0 && { href: listOf("verdict=rejected") })}
      />
      <Tile
        label="Used ÷ estimated"
        value={usedToEstimated === null ? NOTHING : formatRatio(usedToEstimated)}
        note={usedToEstimated !== null && `tokens; ${describeEstimate(usedToEstimated)}`}
      />
      <Tile
        label="Reworked"
        value={reworked.whole === 0 ? NOTHING : formatPercent(reworked.part / reworked.whole)}
        note={reworked.whole > 0 && `${shareOf(reworked)} tasks retried`}
        {...(reworked.part > 0 && { href: listOf("reworked=true") })}
      />
    </TileStrip>
  );
}

function shareOf({ part, whole }: { part: number; whole: number }): string {
  return `${formatCount(part)} of ${formatCount(whole)}`;
}

function describeEstimate(ratio: number): string {
  if (Math.abs(ratio - 1) < 0.05) return "as estimated";
  return ratio > 1 ? "more than estimated" : "less than estimated";
}
