import type { Finding as ManifestFinding } from "@baton/core";
import type { RolloutPhase } from "@baton/core/manifest";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { FindingList } from "@/features/artifacts/finding/finding-list";

/** Action of the gate on an error, by phase. */
const CONSEQUENCES: Record<RolloutPhase, string> = {
  observe: "Observe phase: the next agent receives the full artifacts instead.",
  warn: "The gate warns and continues.",
  enforce: "The gate stops the workflow here.",
};

export type FindingsPanelProps = {
  findings: readonly ManifestFinding[];
  phase: RolloutPhase;
  hasPassed: boolean;
};

/** Shows the findings with hints, errors first. */
export function FindingsPanel({ findings, phase, hasPassed }: FindingsPanelProps) {
  const hasErrors = findings.some(({ severity }) => severity === "error");
  return (
    <Panel aria-label="Findings">
      <PanelHead
        title="Findings"
        note={hasErrors ? CONSEQUENCES[phase] : hasPassed && "Passes the gate in every phase."}
      />
      <PanelBody className="flex flex-col gap-3">
        {findings.length === 0 && (
          <Finding tone="ok">All files exist, budgets are met, nothing is missing.</Finding>
        )}
        <FindingList findings={findings} />
      </PanelBody>
    </Panel>
  );
}
