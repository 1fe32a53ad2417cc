"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";

type Read = RouterOutputs["memory"]["get"]["reads"][number];

/** Lists who retrieved a memory, each with its handoff. */
export function ReadersPanel({ workspace, reads }: { workspace: string; reads: readonly Read[] }) {
  const timeZone = useTimeZone();
  return (
    <Panel aria-label="Readers">
      <PanelHead title="Readers" note="newest first" />
      <DataTable
        caption="Retrievals of this memory"
        columns={columns(timeZone)}
        rows={reads}
        keyOf={({ eventId }) => eventId}
        hrefOf={({ sessionId, eventId }) =>
          sessionId === null ? undefined : addressOf(workspace, "sessions", sessionId, "handoffs", eventId)
        }
        maxHeight={480}
        empty={<EmptyState title="No agent has retrieved it yet">Retrievals are recorded.</EmptyState>}
      />
    </Panel>
  );
}

function columns(timeZone: string): Column<Read>[] {
  return [
    { id: "agent", header: "Agent", takesRest: true, cell: ({ agent }) => <Name>{agent}</Name> },
    {
      id: "count",
      header: "Memories",
      isNumeric: true,
      isSecondary: true,
      cell: ({ memoryCount }) => formatCount(memoryCount),
    },
    {
      id: "at",
      header: "Retrieved",
      isNumeric: true,
      cell: ({ occurredAt }) => formatDateTime(occurredAt, timeZone),
    },
  ];
}
