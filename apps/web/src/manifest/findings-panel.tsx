import type { Finding as ManifestFinding, RolloutPhase } from "@baton/core";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";

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
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  return (
    <Panel aria-label="Findings">
      <PanelHead
        title="Findings"
        note={errors.length > 0 ? CONSEQUENCES[phase] : hasPassed && "It passes the gate in every phase."}
      />
      <PanelBody className="flex flex-col gap-3">
        {findings.length === 0 && (
          <Finding tone="ok">All that it names is there, within budget, and complete for its type.</Finding>
        )}
        <FindingGroup title="Errors" tone="danger" findings={errors} />
        <FindingGroup title="Warnings" tone="warn" findings={warnings} />
      </PanelBody>
    </Panel>
  );
}

function FindingGroup({
  title,
  tone,
  findings,
}: {
  title: string;
  tone: "danger" | "warn";
  findings: readonly ManifestFinding[];
}) {
  if (findings.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-sm text-text-2">
        {title} ({findings.length})
      </h3>
      {findings.map(({ code, path, message, hint }) => (
        <Finding
          key={`${path} ${code} ${message}`}
          tone={tone}
          title={
            <>
              <code>{code}</code> {path !== "" && <code className="font-normal text-text-2">{path}</code>}
            </>
          }
        >
          {message !== "" && <p>{toSentence(message)}</p>}
          <p>{hint}</p>
        </Finding>
      ))}
    </section>
  );
}

/** Findings are told in half sentences, for lines that begin with a code. */
function toSentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
