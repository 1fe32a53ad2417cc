import { formatCount, formatDuration } from "@baton/ui/format/number";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { DateTime } from "@baton/ui/primitives/time";
import { Check, CircleAlert, CircleDot } from "lucide-react";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";

type Step = RouterOutputs["tasks"]["get"]["steps"][number];

const NAMES: Record<Step["step"], string> = {
  create: "Created",
  validate: "Validated",
  estimate: "Estimated",
  send: "Sent",
  respond: "Answered",
  validate_response: "Response validated",
  update_hub: "Interfaces kept",
};

/** Lists the steps of the handoff in chronological order. */
export function StepsPanel({ steps }: { steps: readonly Step[] }) {
  const timeZone = useTimeZone();
  return (
    <Panel aria-label="Lifecycle">
      <PanelHead title="Lifecycle" note={lasted(steps)} />
      <PanelBody>
        {steps.length === 0 ? (
          <p className="text-text-2">Retention deleted its steps.</p>
        ) : (
          <ol aria-label="Steps">
            {steps.map((step) => (
              <li
                key={step.eventId}
                className="relative grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-2 pb-3 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:bottom-0 not-last:before:left-[9.5px] not-last:before:w-px not-last:before:bg-line-2"
              >
                <StepMark isAccepted={step.isAccepted} />
                <div className="min-w-0">
                  <span className="font-medium">{NAMES[step.step]}</span> <StepOutcome step={step} />
                </div>
                <DateTime
                  at={step.occurredAt.getTime()}
                  timeZone={timeZone}
                  className="text-sm text-text-3"
                />
              </li>
            ))}
          </ol>
        )}
      </PanelBody>
    </Panel>
  );
}

function StepMark({ isAccepted }: Pick<Step, "isAccepted">) {
  if (isAccepted === null) return <CircleDot aria-hidden className="mx-0.5 mt-0.5 size-4 text-text-3" />;
  return isAccepted ? (
    <Check aria-hidden className="mx-0.5 mt-0.5 size-4 text-ok" />
  ) : (
    <CircleAlert aria-hidden className="mx-0.5 mt-0.5 size-4 text-danger" />
  );
}

function StepOutcome({ step }: { step: Step }) {
  const { isAccepted, findings, findingCount, estimatedTokens } = step;
  const { addedInterfaces, addedCount, conflictingInterfaces, conflictingCount } = step;
  return (
    <>
      {isAccepted !== null && (
        <Badge tone={isAccepted ? "ok" : "danger"}>{isAccepted ? "accepted" : "refused"}</Badge>
      )}{" "}
      {findings && findings.length > 0 && (
        <span className="text-text-2">
          {findings.map(({ code, path }) => (
            <code key={`${code} ${path}`} className="mr-2 text-sm">
              {code}
            </code>
          ))}
          {andMore(findings, findingCount)}
        </span>
      )}
      {estimatedTokens !== null && (
        <span className="text-text-2">{formatCount(estimatedTokens)} tokens expected</span>
      )}
      {addedInterfaces.length > 0 && (
        <span className="text-text-2">
          new: <code>{addedInterfaces.join(", ")}</code>
          {andMore(addedInterfaces, addedCount)}
        </span>
      )}{" "}
      {conflictingInterfaces.length > 0 && (
        <span className="text-danger">
          Response has different fields: <code>{conflictingInterfaces.join(", ")}</code>
          {andMore(conflictingInterfaces, conflictingCount)}
        </span>
      )}
    </>
  );
}

function andMore(shown: readonly unknown[], count: number): string | null {
  return count > shown.length ? ` and ${formatCount(count - shown.length)} more` : null;
}

function lasted(steps: readonly Step[]): string | false {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last || first === last) return false;
  return formatDuration(last.occurredAt.getTime() - first.occurredAt.getTime());
}
