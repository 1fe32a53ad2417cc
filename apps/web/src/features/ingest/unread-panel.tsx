"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatBytes, formatCount } from "@baton/ui/format/number";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Name } from "@baton/ui/primitives/name";
import { useQuery } from "@tanstack/react-query";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Unread = RouterOutputs["ingest"]["unread"][number];

const UNREAD_HEIGHT = 300;
const HOW_TO_ASK = "https://github.com/baton/baton/blob/main/docs/formats.md#ask-for-a-format";

/** Lists the files that Baton does not read, by the tool that wrote them or by file extension. */
export function UnreadPanel({ workspace }: { workspace: string }) {
  const { data: unread = [] } = useQuery(useTRPC().ingest.unread.queryOptions({ workspace }));
  if (unread.length === 0) return null;
  return (
    <Panel aria-label="Not read" id="unread" className="scroll-mt-16">
      <PanelHead title="Not read" note="files in followed folders whose format Baton does not know" />
      <DataTable
        caption="Files that Baton does not read"
        columns={COLUMNS}
        rows={unread}
        keyOf={({ name, reason }) => `${name}\n${reason}`}
        maxHeight={UNREAD_HEIGHT}
        isCompact
      />
      <PanelFoot>
        Do you miss a format? <Anchor href={HOW_TO_ASK}>Ask for it</Anchor> with a few lines of such a file.
      </PanelFoot>
    </Panel>
  );
}

const COLUMNS: Column<Unread>[] = [
  {
    id: "name",
    header: "Name",
    takesRest: true,
    sortBy: ({ name }) => name,
    cell: ({ name, reason }) => (
      <span className="block">
        <Name isCode>{name}</Name>
        <span className="block text-sm text-text-2 [overflow-wrap:anywhere]">{reason}</span>
      </span>
    ),
  },
  {
    id: "files",
    header: "Files",
    isNumeric: true,
    sortBy: ({ fileCount }) => fileCount,
    cell: ({ fileCount }) => formatCount(fileCount),
  },
  {
    id: "size",
    header: "Size",
    isNumeric: true,
    sortBy: ({ byteCount }) => byteCount,
    cell: ({ byteCount }) => formatBytes(byteCount),
  },
];
