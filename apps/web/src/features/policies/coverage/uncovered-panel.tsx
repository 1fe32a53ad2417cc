import { formatCountOf, formatPercent } from "@baton/ui/format/number";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { PairLinks } from "@/features/traffic/subject-link";
import { addressOf } from "@/frame/pages";
import { addRule } from "../editor/add-rule-dialog";
import type { PolicyEditor } from "../editor/use-policy-editor";
import type { CoverageGrid } from "./coverage-grid";

/** Maximum pairs to list at first. */
const FEW_PAIRS = 8;

/** Lists pairs with handoffs but without a rule, busiest first, each with a button that adds a rule. */
export function UncoveredPanel({ editor, grid }: { editor: PolicyEditor; grid: CoverageGrid }) {
  const router = useRouter();
  const { uncovered } = grid;
  const handoffs = uncovered.reduce((sum, { pair }) => sum + pair.handoffs, 0);
  const add = (from: string, to: string) => {
    addRule(editor, from, to);
    router.push(addressOf(editor.workspace, "policies"));
  };
  return (
    <Panel aria-label="Traffic without a rule">
      <PanelHead
        title={
          uncovered.length === 0
            ? "Every pair with traffic has a rule"
            : `${formatCountOf(uncovered.length, "pair has", "pairs have")} traffic without a rule`
        }
      />
      <PanelBody className="flex flex-col gap-3">
        <p className="text-text-2">
          {uncovered.length === 0
            ? "No handoff in this period used the default rule."
            : `${formatCountOf(handoffs, "handoff")} (${formatPercent(handoffs / Math.max(1, grid.handoffs))}) used the default rule. The default rule applies only global blocks, so other blocked fields can leak here.`}
        </p>
        <ul className="flex flex-col gap-2 empty:hidden">
          {uncovered.slice(0, FEW_PAIRS).map(({ pair }) => (
            <li key={`${pair.from} ${pair.to}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <PairLinks from={pair.from} to={pair.to} />
              <span className="text-text-3">{formatCountOf(pair.handoffs, "handoff")}</span>
              {editor.may.edit && (
                <Button
                  size="sm"
                  className="ml-auto"
                  aria-label={`Add a rule for ${pair.from} to ${pair.to}`}
                  onClick={() => add(pair.from, pair.to)}
                >
                  <Plus className="size-3.5" aria-hidden />
                  Add a rule
                </Button>
              )}
            </li>
          ))}
        </ul>
      </PanelBody>
    </Panel>
  );
}
