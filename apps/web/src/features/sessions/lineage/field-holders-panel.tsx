"use client";

import type { FieldHolder } from "@baton/server/lineage";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Check, CircleHelp, TriangleAlert } from "lucide-react";
import { addressOf } from "@/frame/pages";
import { agentAddress, type SessionAddress } from "./addresses";

/** Lists the agents that have ever had a field, and the handoff that brought it. */
export function HoldersPanel({
  holders,
  address,
}: {
  holders: readonly FieldHolder[];
  address: SessionAddress;
}) {
  const { workspace, session } = address;
  const columns: Column<FieldHolder>[] = [
    {
      id: "agent",
      header: "Agent",
      cell: ({ agent }) => (
        <TextLink href={agentAddress(address, agent)}>
          <Name isWhole>{agent}</Name>
        </TextLink>
      ),
    },
    { id: "has", header: "Had it", cell: (holder) => <PossessionBadge holder={holder} /> },
    {
      id: "at",
      header: "At",
      cell: ({ possession, number, eventId, received, leak }) => {
        const linkTo = (met: { number: number; eventId: string }) => (
          <TextLink href={addressOf(workspace, "sessions", session, "handoffs", met.eventId)}>
            handoff {met.number}
          </TextLink>
        );
        const first = number !== null && eventId !== null ? { number, eventId } : received;
        const again = leak && leak.number !== first?.number && <>; leaked after the block: {linkTo(leak)}</>;
        if (possession !== "wrote") {
          return (
            <>
              {first && linkTo(first)}
              {again}
            </>
          );
        }
        return (
          <>
            wrote it{first && <>; received it in {linkTo(first)}</>}
            {again}
          </>
        );
      },
    },
  ];
  return (
    <Panel aria-label="Agents with this field">
      <PanelHead title="Agents with this field" />
      <DataTable
        caption="Agents that had the field"
        columns={columns}
        rows={holders}
        keyOf={({ agent }) => agent}
        maxHeight={560}
      />
    </Panel>
  );
}

function PossessionBadge({ holder: { possession, leak } }: { holder: FieldHolder }) {
  if (leak) {
    return (
      <Badge tone="danger" icon={<TriangleAlert aria-hidden />}>
        yes, despite a block
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
      {possession === "in_summary" ? "perhaps, summarized" : "yes"}
    </Badge>
  );
}
