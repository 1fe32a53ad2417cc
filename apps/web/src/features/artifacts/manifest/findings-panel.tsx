import type { Finding as ManifestFinding } from "@baton/core";
import type { RolloutPhase } from "@baton/core/manifest";
import type { ReviewState } from "@baton/db";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { FindingList } from "@/features/artifacts/finding/finding-list";

/** Action of the gate on an error, by phase. */
const CONSEQUENCES: Record<RolloutPhase, string> = {
  observe: "Observe phase: the next agent receives the full artifacts instead.",
  warn: "The gate warns and continues.",
  enforce: "The gate stops the workflow here.",
};

type FindingsPanelProps = {
  findings: readonly ManifestFinding[];
  phase: RolloutPhase;
  review: ReviewState;
  needsApproval: boolean;
};

/** Shows the findings with hints, errors first. */
export function FindingsPanel(props: FindingsPanelProps) {
  const { findings } = props;
  return (
    <Panel aria-label="Findings">
      <PanelHead title="Findings" note={describeGate(props)} />
      <PanelBody className="flex flex-col gap-3">
        {findings.length === 0 && (
          <Finding tone="ok">All files exist, budgets are met, nothing is missing.</Finding>
        )}
        <FindingList findings={findings} />
      </PanelBody>
    </Panel>
  );
}

function describeGate({ findings, phase, review, needsApproval }: FindingsPanelProps): string {
  if (review === "sent_back") return "The gate stops it in every phase: a reviewer requested changes.";
  if (needsApproval && review !== "approved") return "The gate stops it until an owner approves it.";
  const hasErrors = findings.some(({ severity }) => severity === "error");
  return hasErrors ? CONSEQUENCES[phase] : "Passes the gate in every phase.";
}
