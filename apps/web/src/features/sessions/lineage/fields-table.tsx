"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Input } from "@baton/ui/primitives/input";
import { Name } from "@baton/ui/primitives/name";
import { Search } from "lucide-react";
import { useState } from "react";
import type { RouterOutputs } from "@/server/root";
import { fieldAddress, type SessionAddress } from "./addresses";
import { LeakBadge } from "./leak-badge";

type Found = RouterOutputs["lineage"]["field"];
type Field = Found["fields"][number];

const COLUMNS: readonly Column<Field>[] = [
  {
    id: "field",
    header: "Field",
    takesRest: true,
    sortBy: ({ name }) => name,
    cell: ({ name }) => (
      <span className="block truncate">
        <Name isCode>{name}</Name>
      </span>
    ),
  },
  {
    id: "leaks",
    header: "Leaks",
    isNumeric: true,
    sortBy: ({ leaks }) => leaks,
    cell: ({ leaks }) => (leaks > 0 ? <LeakBadge>{formatCountOf(leaks, "leak")}</LeakBadge> : "0"),
  },
  {
    id: "blocked",
    header: "Blocked at",
    isNumeric: true,
    sortBy: ({ blockedAt }) => blockedAt,
    cell: ({ blockedAt }) => formatCount(blockedAt),
  },
  {
    id: "passed",
    header: "Passed at",
    isNumeric: true,
    sortBy: ({ passedAt }) => passedAt,
    cell: ({ passedAt }) => formatCount(passedAt),
  },
  {
    id: "receivers",
    header: "Receivers",
    isNumeric: true,
    isSecondary: true,
    sortBy: ({ receivers }) => receivers,
    cell: ({ receivers }) => formatCount(receivers),
  },
  {
    id: "handoffs",
    header: "Handoffs with it",
    isNumeric: true,
    isSecondary: true,
    sortBy: ({ handoffs }) => handoffs,
    cell: ({ handoffs }) => formatCount(handoffs),
  },
];

/** Lists the fields of a session, leaked ones first, each with a link to its history. */
export function FieldsTable({ found, address }: { found: Found; address: SessionAddress }) {
  const { fields, lineage } = found;
  const [find, setFind] = useState("");
  const letters = find.trim().toLowerCase();
  const listed = fields.filter(({ name }) => name.toLowerCase().includes(letters));
  return (
    <Panel aria-label="Fields">
      <PanelHead
        title={formatCountOf(fields.length, "field")}
        note={
          lineage.unknownCount > 0
            ? `${formatCountOf(lineage.unknownCount, "handoff")} did not record fields`
            : "leaks first; numbers count handoffs"
        }
        actions={
          fields.length > 0 && (
            <Input
              type="search"
              aria-label="Find fields"
              placeholder="Field"
              className="w-48"
              leading={<Search aria-hidden />}
              value={find}
              onChange={(event) => setFind(event.target.value)}
            />
          )
        }
      />
      <DataTable
        caption="Fields of this session"
        columns={COLUMNS}
        rows={listed}
        keyOf={({ name }) => name}
        hrefOf={({ name }) => fieldAddress(address, name)}
        isAlarming={({ leaks }) => leaks > 0}
        empty={
          fields.length > 0 ? (
            <EmptyState title={`No field has “${find}” in its name`} />
          ) : (
            <EmptyState title="No fields recorded">
              The handoffs of this session have no outline, so their fields are not known. To find a value,
              search the lines of the session in its view Table.
            </EmptyState>
          )
        }
      />
    </Panel>
  );
}
