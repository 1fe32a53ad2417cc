import { formatCount, formatPercent, formatRatio } from "@baton/ui/format/number";
import { SHARE_TARGET } from "@/features/savings/share-chart";
import type { RouterOutputs } from "@/server/root";
import { ReportPart, ReportTable } from "./report-table";

type Metrics = RouterOutputs["savings"]["figures"]["now"];

interface Target {
  figure: string;
  target: string;
  now: string;
  isMet: boolean;
}

type TargetsTableProps = { figures: Metrics; details: RouterOutputs["report"]["get"] };

/** Lists the targets and whether they are met. */
export function TargetsTable({ figures, details }: TargetsTableProps) {
  return (
    <ReportPart title="Targets">
      <ReportTable
        caption="Targets and results"
        rows={listTargets(figures, details)}
        keyOf={({ figure }) => figure}
        empty="No targets apply in this period."
        columns={[
          { id: "figure", header: "Metric", cell: ({ figure }) => figure },
          { id: "target", header: "Target", isNumeric: true, cell: ({ target }) => target },
          { id: "now", header: "This period", isNumeric: true, cell: ({ now }) => now },
          { id: "met", header: "Met", isNumeric: true, cell: ({ isMet }) => (isMet ? "✓ met" : "▼ missed") },
        ]}
      />
    </ReportPart>
  );
}

function listTargets(
  { savedShare, overBudget, overTarget }: Metrics,
  { compression, handoffLimit }: TargetsTableProps["details"],
): Target[] {
  const targets: Target[] = compression.map(({ type, target, ratio }) => ({
    figure: `Compression, ${type}`,
    target: `at least ${formatRatio(target)}`,
    now: formatRatio(ratio),
    isMet: ratio >= target,
  }));
  if (savedShare !== null) {
    targets.unshift({
      figure: "Share saved",
      target: `at least ${formatPercent(SHARE_TARGET)}`,
      now: formatPercent(savedShare),
      isMet: savedShare >= SHARE_TARGET,
    });
  }
  const addCount = (figure: string, { part, whole }: Metrics["overBudget"]) => {
    if (whole === 0) return;
    const now = `${formatCount(part)} of ${formatCount(whole)}`;
    targets.push({ figure, target: "none", now, isMet: part === 0 });
  };
  addCount(`Manifests over the budget of ${formatCount(handoffLimit)} tokens`, overBudget);
  addCount("Task handoffs over 500 tokens", overTarget);
  return targets;
}
