import type { Finding as ManifestFinding, RolloutPhase } from "@baton/core";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { FindingList } from "@/features/artifacts/finding/finding-list";

/** What the gate does about an error, in each phase. */
const CONSEQUENCES: Record<RolloutPhase, string> = {
  observe: "Observed only: the next agent is given the full artifacts in its place.",
  warn: "The gate warns, and lets it pass.",
  enforce: "The gate stops the workflow here.",
};

export type FindingsPanelProps = {
  findings: readonly ManifestFinding[];
  phase: RolloutPhase;
  hasPassed: boolean;
};

/** What is wrong with it and what to do, errors first. */
export function FindingsPanel({ findings, phase, hasPassed }: FindingsPanelProps) {
  const hasErrors = findings.some(({ severity }) => severity === "error");
  return (
    <Panel aria-label="Findings">
      <PanelHead
        title="Findings"
        note={hasErrors ? CONSEQUENCES[phase] : hasPassed && "It passes the gate in every phase."}
      />
      <PanelBody className="flex flex-col gap-3">
        {findings.length === 0 && (
          <Finding tone="ok">All that it names is there, within budget, and complete for its type.</Finding>
        )}
        <FindingList findings={findings} />
      </PanelBody>
    </Panel>
  );
}
