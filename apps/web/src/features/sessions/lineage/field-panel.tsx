"use client";

import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { LaneFlow, LaneFlowLegend, type LaneFlowLegendProps } from "@baton/ui/graph/lane-flow";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import type { SessionAddress } from "./addresses";
import { HoldersPanel } from "./field-holders-panel";
import { EVIDENCE, StepsPanel } from "./field-steps-panel";
import { prepareLanes } from "./prepare-lanes";

type Found = RouterOutputs["lineage"]["field"];

const SIGNS: LaneFlowLegendProps["items"] = [
  { sign: "has", label: "has it" },
  { sign: "alarm", label: "has it despite a block" },
  { sign: "stopped", label: "did not pass" },
  { sign: "dashed", label: "no rule, default" },
  { sign: "absent", label: "field not present" },
];

/** Shows the path of a field: as a graph, step by step, and its holders. */
export function FieldPanel({
  path,
  found,
  address,
}: {
  path: string;
  found: Found;
  address: SessionAddress;
}) {
  const timeZone = useTimeZone();
  const { steps, stepCount, leaks, holders, handoffCount, unknownCount } = found.lineage;
  if (steps.length === 0) {
    return (
      <Panel aria-label={`History of ${path}`}>
        <EmptyState title={`No handoff of this session contains ${path}`}>
          {unknownCount > 0
            ? `The fields of ${formatCount(unknownCount)} of ${formatCount(handoffCount)} handoffs were not recorded. They may contain it.`
            : "The comparison ignores case, look-alikes and invisible characters, as for blocked fields."}
        </EmptyState>
      </Panel>
    );
  }
  const { leftOut, ...flow } = prepareLanes(found, timeZone);
  return (
    <>
      <Leaks leaks={leaks} address={address} />
      <Panel aria-label={`Path through ${formatCountOf(handoffCount, "handoff")}`}>
        <PanelHead
          title={`Path through ${formatCountOf(handoffCount, "handoff")}`}
          note="in order, not to scale in time"
          actions={<LaneFlowLegend items={SIGNS} />}
        />
        <PanelBody>
          <LaneFlow label={`Path of ${path} from agent to agent`} {...flow} />
        </PanelBody>
        {(leftOut > 0 || unknownCount > 0) && (
          <PanelFoot>
            {leftOut > 0 && `Not drawn: ${formatCountOf(leftOut, "handoff")} without this field, or later. `}
            {unknownCount > 0 && `Fields not recorded: ${formatCountOf(unknownCount, "handoff")}.`}
          </PanelFoot>
        )}
      </Panel>
      <div className="grid items-start gap-4 min-[1500px]:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
        <StepsPanel steps={steps} count={stepCount} address={address} />
        <HoldersPanel holders={holders} address={address} />
      </div>
    </>
  );
}

function Leaks({
  leaks: { first, count },
  address: { workspace, session },
}: {
  leaks: Found["lineage"]["leaks"];
  address: SessionAddress;
}) {
  if (count === 0) return null;
  return (
    <Finding tone="danger" title="This blocked field leaked in this session">
      <ul>
        {first.map((step) => (
          <li key={`${step.number} ${step.source.name} ${step.paths[0]}`}>
            <TextLink href={addressOf(workspace, "sessions", session, "handoffs", step.eventId)}>
              Handoff {step.number}
            </TextLink>
            : <Name>{step.fromAgent}</Name> passed {step.leak && EVIDENCE[step.leak]} to{" "}
            <Name>{step.toAgent}</Name>, for which it is blocked ({formatCount(step.after)} tokens).
          </li>
        ))}
        {count > first.length && <li>And {formatCount(count - first.length)} more.</li>}
      </ul>
    </Finding>
  );
}
