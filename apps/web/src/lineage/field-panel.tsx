"use client";

import type { Comeback, FieldHolder, FieldStep } from "@baton/core/lineage";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { LaneFlow, LaneFlowLegend, type LaneFlowLegendProps } from "@baton/ui/graph/lane-flow";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { FromTo } from "@baton/ui/primitives/from-to";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Time } from "@baton/ui/primitives/time";
import { Check, CircleHelp, RotateCcw, TriangleAlert } from "lucide-react";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { OutcomeBadge } from "@/handoff/outcomes";
import type { RouterOutputs } from "@/server/root";
import { agentAddress } from "./addresses";
import { prepareLanes } from "./prepare-lanes";

type Found = RouterOutputs["lineage"]["field"];
type Step = Found["lineage"]["steps"][number];
type Address = { workspace: string; session: string };

const SIGNS: LaneFlowLegendProps["items"] = [
  { sign: "has", label: "has it" },
  { sign: "alarm", label: "has it though blocked" },
  { sign: "stopped", label: "did not pass" },
  { sign: "dashed", label: "no rule, default" },
  { sign: "absent", label: "field not in it" },
];

/** Where a field went: drawn, step by step, and who has ever had it. */
export function FieldPanel({ path, found, address }: { path: string; found: Found; address: Address }) {
  const timeZone = useTimeZone();
  const { steps, stepCount, comebacks, holders, handoffCount, unknownCount } = found.lineage;
  if (steps.length === 0) {
    return (
      <Panel aria-label={`Where ${path} went`}>
        <EmptyState title={`No handoff of this session held ${path}`}>
          {unknownCount > 0
            ? `Of ${formatCount(unknownCount)} of ${formatCount(handoffCount)} handoffs nobody wrote down the fields, so that it may have been in them.`
            : "Names are compared as blocked fields are: case, look-alikes and invisible characters do not matter."}
        </EmptyState>
      </Panel>
    );
  }
  const { leftOut, ...flow } = prepareLanes(found, timeZone);
  return (
    <>
      <Comebacks comebacks={comebacks} />
      <Panel aria-label={`Path through ${handoffCount} handoffs`}>
        <PanelHead
          title={`Path through ${formatCount(handoffCount)} handoffs`}
          note="spaced by order, not by time"
          actions={<LaneFlowLegend items={SIGNS} />}
        />
        <PanelBody>
          <LaneFlow label={`The way of ${path} from agent to agent`} {...flow} />
        </PanelBody>
        {(leftOut > 0 || unknownCount > 0) && (
          <PanelFoot>
            {leftOut > 0 &&
              `Not drawn: ${formatCountOf(leftOut, "handoff")} that did not hold it, or come later. `}
            {unknownCount > 0 && `Of ${formatCountOf(unknownCount, "handoff")} nobody wrote down the fields.`}
          </PanelFoot>
        )}
      </Panel>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
        <StepsPanel steps={steps} count={stepCount} address={address} />
        <HoldersPanel holders={holders} address={address} />
      </div>
    </>
  );
}

const EVIDENCE: Record<Comeback, string> = {
  same_field: "the same field",
  same_text: "the same text, by its digest",
  same_name: "a field of the same name in another agent’s output",
};

function Comebacks({ comebacks: { first, count } }: { comebacks: Found["lineage"]["comebacks"] }) {
  if (count === 0) return null;
  return (
    <Finding tone="danger" title="A block on this field did not hold in this session">
      <ul>
        {first.map((step) => (
          <li key={`${step.number} ${step.source.name} ${step.paths[0]}`}>
            At handoff {step.number} {step.toAgent}, for which it was blocked, got{" "}
            {step.comeback && EVIDENCE[step.comeback]} from {step.fromAgent}: {formatCount(step.after)}{" "}
            tokens.
          </li>
        ))}
        {count > first.length && <li>And {formatCount(count - first.length)} times more.</li>}
      </ul>
    </Finding>
  );
}

type StepsPanelProps = { steps: readonly Step[]; count: number; address: Address };

function StepsPanel({ steps, count, address }: StepsPanelProps) {
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

function HoldersPanel({ holders, address }: { holders: readonly FieldHolder[]; address: Address }) {
  const { workspace, session } = address;
  const columns: Column<FieldHolder>[] = [
    {
      id: "agent",
      header: "Agent",
      cell: ({ agent }) => (
        <TextLink href={agentAddress(address, agent)}>
          <span className="[overflow-wrap:anywhere]">{agent}</span>
        </TextLink>
      ),
    },
    { id: "has", header: "Had it", cell: (holder) => <PossessionBadge holder={holder} /> },
    {
      id: "at",
      header: "At",
      cell: ({ possession, number, eventId }) =>
        eventId !== null ? (
          <TextLink href={addressOf(workspace, "sessions", session, "handoffs", eventId)}>
            handoff {number}
          </TextLink>
        ) : possession === "wrote" ? (
          "wrote it"
        ) : (
          ""
        ),
    },
  ];
  return (
    <Panel aria-label="Who has ever had it">
      <PanelHead title="Who has ever had it" />
      <DataTable
        caption="Which agents have ever had the field"
        columns={columns}
        rows={holders}
        keyOf={({ agent }) => agent}
        maxHeight={560}
      />
    </Panel>
  );
}

function PossessionBadge({ holder: { possession, isDespiteBlock } }: { holder: FieldHolder }) {
  if (isDespiteBlock) {
    return (
      <Badge tone="danger" icon={<TriangleAlert aria-hidden />}>
        yes, though blocked
      </Badge>
    );
  }
  if (possession === "no") return <Badge>no</Badge>;
  if (possession === "unknown") {
    return (
      <Badge tone="muted" icon={<CircleHelp aria-hidden />}>
        unknown
      </Badge>
    );
  }
  return (
    <Badge tone="accent" icon={<Check aria-hidden />}>
      {possession === "in_summary" ? "perhaps, summarised" : "yes"}
    </Badge>
  );
}
