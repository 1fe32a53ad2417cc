"use client";

import type { FieldStep, LeakEvidence } from "@baton/server/lineage";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { FromTo } from "@baton/ui/primitives/from-to";
import { TextLink } from "@baton/ui/primitives/text-link";
import { DateTime } from "@baton/ui/primitives/time";
import { OutcomeBadge } from "@/features/sessions/handoff/outcomes";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import type { SessionAddress } from "./addresses";
import { LeakBadge } from "./leak-badge";

type Step = RouterOutputs["lineage"]["field"]["lineage"]["steps"][number];

/** Label of each kind of leak evidence. */
export const EVIDENCE: Record<LeakEvidence, string> = {
  same_field: "the same field",
  same_text: "the same text (same digest)",
  same_name: "a field with the same name from another agent",
};

type StepsPanelProps = { steps: readonly Step[]; count: number; address: SessionAddress };

/** Shows the outcome of a field at each handoff. */
export function StepsPanel({ steps, count, address }: StepsPanelProps) {
  const timeZone = useTimeZone();
  const { workspace, session } = address;
  const columns: Column<Step>[] = [
    {
      id: "number",
      header: "No.",
      cell: ({ number, eventId }) => (
        <TextLink href={addressOf(workspace, "sessions", session, "handoffs", eventId)}>{number}</TextLink>
      ),
    },
    {
      id: "time",
      header: "Time",
      isSecondary: true,
      cell: ({ occurredAt }) => <DateTime at={occurredAt} timeZone={timeZone} />,
    },
    { id: "what", header: "Outcome", isSecondary: true, cell: (step) => <StepOutcome step={step} /> },
    {
      id: "where",
      header: "Handoff",
      cell: (step) => (
        <>
          <FromTo from={step.fromAgent} to={step.toAgent} />
          <span className="block text-sm text-text-3 [overflow-wrap:anywhere]">
            <code>{step.paths[0]}</code>
            {step.pathCount > 1 && ` and ${formatCount(step.pathCount - 1)} more`}
          </span>
          <span className="mt-1 block sm:hidden">
            <StepOutcome step={step} />
          </span>
        </>
      ),
    },
    {
      id: "tokens",
      header: "Tokens",
      isNumeric: true,
      isSecondary: true,
      cell: ({ tokens }) => formatCount(tokens),
    },
    {
      id: "after",
      header: "Passed",
      isNumeric: true,
      cell: ({ after }) => <span className="font-semibold">{formatCount(after)}</span>,
    },
  ];
  return (
    <Panel aria-label="Steps">
      <PanelHead
        title="Steps"
        note={`handoffs with this field${count > steps.length ? `, the first ${formatCount(steps.length)} of ${formatCount(count)}` : ""}`}
      />
      <DataTable
        caption="Field history, by handoff"
        columns={columns}
        rows={steps}
        keyOf={(step) =>
          JSON.stringify([
            step.number,
            step.source,
            step.cause,
            step.has,
            step.match,
            step.isBlocked,
            step.leak,
            step.paths[0],
          ])
        }
        maxHeight={560}
      />
    </Panel>
  );
}

function StepOutcome({ step }: { step: FieldStep }) {
  return (
    <>
      <StepBadge step={step} />
      <span className="mt-0.5 block text-sm text-text-2">{whyOf(step)}</span>
    </>
  );
}

function StepBadge({ step: { leak, isBlocked, has, isOnlyObserved, cause } }: { step: FieldStep }) {
  if (leak !== null) return <LeakBadge />;
  if (isBlocked && has === "no") return <OutcomeBadge outcome="blocked" />;
  if (isBlocked && !isOnlyObserved) return <LeakBadge>passed despite a block</LeakBadge>;
  return <OutcomeBadge outcome={cause ?? "passed"} />;
}

const REASONS = {
  blocked: "blocked for the receiver",
  not_allowed: "not in the allowed list",
  mode: "removed by the mode",
  dropped: "not an object, or incomplete tool call",
  redacted: "redacted by a content rule",
  extracted: "not an extracted field",
  summarized: "shortened; the summary may contain its text",
} as const;

/** Causes that would also have removed a blocked field. */
const ALSO = {
  not_allowed: "also not in the allowed list",
  mode: "also dropped by the mode",
  dropped: "also dropped as a whole",
  redacted: "also redacted by a content rule",
  extracted: "also not extracted",
  summarized: "also summarized",
} as const;

function whyOf({ leak, isBlocked, isOnlyObserved, cause, source, ruleId, match }: FieldStep): string {
  const place =
    source.kind === "output" ? `in the output of ${source.name}` : `in ${source.name.replaceAll("_", " ")}`;
  const rule = ruleId === null ? "no rule" : ruleId;
  if (leak) return `${EVIDENCE[leak]}, ${place}; ${rule}`;
  if (isOnlyObserved) return `${place}; observe mode: a rule would have removed it`;
  const known = match === "text" ? ", recognized by its text" : "";
  if (isBlocked && cause !== null && cause !== "blocked") {
    return `${place}${known}; ${REASONS.blocked} (${ALSO[cause]})`;
  }
  return `${place}${known}; ${cause ? REASONS[cause] : rule}`;
}
