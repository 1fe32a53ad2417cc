"use client";

import type { Comeback, FieldStep } from "@baton/core/lineage";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { FromTo } from "@baton/ui/primitives/from-to";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Time } from "@baton/ui/primitives/time";
import { RotateCcw } from "lucide-react";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { OutcomeBadge } from "@/handoff/outcomes";
import type { RouterOutputs } from "@/server/root";
import type { SessionAddress } from "./addresses";

type Step = RouterOutputs["lineage"]["field"]["lineage"]["steps"][number];

/** By what a field that came back was known. */
export const EVIDENCE: Record<Comeback, string> = {
  same_field: "the same field",
  same_text: "the same text, by its digest",
  same_name: "a field of the same name in another agent’s output",
};

export type StepsPanelProps = { steps: readonly Step[]; count: number; address: SessionAddress };

/** What became of a field, handoff by handoff. */
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
      cell: ({ occurredAt }) => <Time at={occurredAt} timeZone={timeZone} />,
    },
    { id: "what", header: "What, and why", isSecondary: true, cell: (step) => <StepOutcome step={step} /> },
    {
      id: "where",
      header: "Where",
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
        note={`handoffs that held it${count > steps.length ? `, the first ${formatCount(steps.length)} of ${formatCount(count)}` : ""}`}
      />
      <DataTable
        caption="What became of the field, handoff by handoff"
        columns={columns}
        rows={steps}
        keyOf={(step) =>
          JSON.stringify([
            step.number,
            step.source,
            step.cause,
            step.has,
            step.match,
            step.comeback,
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

function StepBadge({ step }: { step: FieldStep }) {
  if (step.comeback !== null) {
    return (
      <Badge tone="danger" icon={<RotateCcw aria-hidden />}>
        came back
      </Badge>
    );
  }
  return <OutcomeBadge outcome={step.cause ?? "passed"} />;
}

const REASONS = {
  blocked: "blocked for the receiver",
  not_allowed: "not in the list of allowed fields",
  mode: "the mode hands over less",
  dropped: "no object, or lost its partner",
  extracted: "not among the fields that are extracted",
  summarized: "shortened; its words may stand in the summary",
} as const;

function whyOf({ comeback, isOnlyObserved, cause, source, ruleId, match }: FieldStep): string {
  const place =
    source.kind === "output" ? `in the output of ${source.name}` : `in ${source.name.replaceAll("_", " ")}`;
  const rule = ruleId === null ? "no rule" : ruleId;
  if (comeback) return `${EVIDENCE[comeback]}, ${place}; ${rule}`;
  if (isOnlyObserved) return `${place}; rules were only observed, and would have taken it`;
  return `${place}${match === "text" ? ", known by its text" : ""}; ${cause ? REASONS[cause] : rule}`;
}
