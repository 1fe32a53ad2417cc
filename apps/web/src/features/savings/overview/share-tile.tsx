import { Sparkline } from "@baton/ui/charts/sparkline";
import { formatCount, formatPercent, formatPoints } from "@baton/ui/format/number";
import { Tile } from "@baton/ui/layout/tile-strip";
import type { Change } from "./change";
import { ChangeNote } from "./change-note";
import { type Metrics, ratioOf } from "./metric-changes";
import { NONE, splitUnit } from "./tile-metric";

/** Shows a share that should be small. */
export function ShareTile({
  label,
  now,
  change,
  none,
  line,
  href,
}: {
  label: string;
  now: Metrics["overBudget"];
  change: Change | null;
  /** Text if the whole is 0. */
  none: string;
  line: readonly (number | null)[];
  href: string;
}) {
  const share = ratioOf(now);
  return (
    <Tile
      label={label}
      {...(share === null ? NONE : splitUnit(formatPercent(share)))}
      note={
        share === null ? (
          none
        ) : (
          <ChangeNote change={change} format={formatPoints} isMoreGood={false}>
            {formatCount(now.part)} of {formatCount(now.whole)}
          </ChangeNote>
        )
      }
      sparkline={<Sparkline values={line} />}
      href={href}
    />
  );
}
