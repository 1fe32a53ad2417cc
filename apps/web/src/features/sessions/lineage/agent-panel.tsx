"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Input } from "@baton/ui/primitives/input";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Search } from "lucide-react";
import { useState } from "react";
import { OutcomeBadge } from "@/features/sessions/handoff/outcomes";
import { addressOf } from "@/frame/pages";
import type { FirstOf } from "@/server/keep-first";
import type { RouterOutputs } from "@/server/root";
import { fieldAddress, type SessionAddress } from "./addresses";

const FIELDS_NOT_RECORDED = "Not known: this source does not record fields.";

type AgentKnowledge = RouterOutputs["lineage"]["agent"]["knowledge"];
type KnownField = AgentKnowledge["received"]["first"][number];
type WithheldField = AgentKnowledge["withheld"]["first"][number];

/** Shows the fields an agent received, those withheld from it, and its own output, with senders. */
export function AgentPanel({ knowledge, address }: { knowledge: AgentKnowledge; address: SessionAddress }) {
  const { received, withheld, wrote, unknownCount, handoffCount, sentCount, unknownSentCount } = knowledge;
  const isUnknown = handoffCount > 0 && unknownCount === handoffCount;
  const pathColumn = <Row extends { path: string }>(): Column<Row> => ({
    id: "path",
    header: "Field",
    cell: ({ path }) => (
      <TextLink href={fieldAddress(address, path)}>
        <Name isCode isWhole>
          {path}
        </Name>
      </TextLink>
    ),
  });
  const firstColumn = <Row extends { number: number; eventId: string; count: number }>(): Column<Row> => ({
    id: "first",
    header: "Handoff",
    cell: ({ number, eventId, count }) => (
      <TextLink href={addressOf(address.workspace, "sessions", address.session, "handoffs", eventId)}>
        {number}
        {count > 1 && ` and ${count - 1} more`}
      </TextLink>
    ),
  });
  const tokensColumn = <Row extends { tokens: number }>(): Column<Row> => ({
    id: "tokens",
    header: "Tokens",
    isNumeric: true,
    sortBy: ({ tokens }) => tokens,
    cell: ({ tokens }) => formatCount(tokens),
  });
  const known: Column<KnownField>[] = [
    pathColumn(),
    {
      id: "from",
      header: "From",
      isSecondary: true,
      cell: ({ senders: { first, count }, has }) =>
        [
          ...first,
          count > first.length && `${formatCount(count - first.length)} more`,
          has === "in_summary" && "in a summary",
        ]
          .filter(Boolean)
          .join(", "),
    },
    firstColumn(),
    tokensColumn(),
  ];
  const kept: Column<WithheldField>[] = [
    pathColumn(),
    {
      id: "cause",
      header: "Why",
      isSecondary: true,
      cell: ({ cause }) => cause && <OutcomeBadge outcome={cause} />,
    },
    firstColumn(),
    tokensColumn(),
  ];
  return (
    <>
      <FieldList
        title="Received"
        note={`in ${formatCountOf(handoffCount, "handoff")}${unknownCount > 0 ? `; ${formatCount(unknownCount)} without recorded fields` : ""}`}
        caption="Fields that reached the agent"
        isUnknown={isUnknown}
        empty={
          handoffCount === 0
            ? "No handoffs received. Its initial input is not recorded."
            : "No recorded fields received."
        }
        columns={known}
        rows={received}
      />
      <FieldList
        title="Withheld"
        note="in the sender’s context, never passed"
        caption="Fields withheld from the agent"
        isUnknown={isUnknown}
        empty={
          handoffCount === 0
            ? "No handoffs received."
            : unknownCount > 0
              ? "All recorded fields passed. Other fields are not known."
              : "All fields passed."
        }
        columns={kept}
        rows={withheld}
      />
      <FieldList
        title="Own output"
        note="fields it passed on"
        caption="Fields of the agent’s own output"
        isUnknown={sentCount > 0 && unknownSentCount === sentCount}
        empty={
          unknownSentCount > 0
            ? "No recorded fields of its own. Other fields are not known."
            : "It passed on no fields of its own."
        }
        columns={[pathColumn<KnownField>(), firstColumn<KnownField>(), tokensColumn<KnownField>()]}
        rows={wrote}
      />
    </>
  );
}

interface FieldListProps<Row> {
  title: string;
  note: string;
  caption: string;
  /** True if no handoff recorded its fields: then an empty list means "unknown". */
  isUnknown: boolean;
  empty: string;
  columns: readonly Column<Row>[];
  rows: FirstOf<Row>;
}

function FieldList<Row extends { path: string }>(props: FieldListProps<Row>) {
  const { title, note, caption, isUnknown, empty, columns, rows } = props;
  const [find, setFind] = useState("");
  const { first, count } = rows;
  const isNotKnown = isUnknown && count === 0;
  const found = first.filter(({ path }) => path.toLowerCase().includes(find.trim().toLowerCase()));
  return (
    <Panel aria-label={title}>
      <PanelHead
        title={isNotKnown ? title : `${title} ${formatCount(count)}`}
        note={count > first.length ? `${note}; the first ${formatCount(first.length)}` : note}
        actions={
          count > 10 && (
            <Input
              type="search"
              aria-label={`Find a field: ${title.toLowerCase()}`}
              placeholder="Find a field"
              className="w-44"
              leading={<Search aria-hidden />}
              value={find}
              onChange={(event) => setFind(event.target.value)}
            />
          )
        }
      />
      <DataTable
        caption={caption}
        columns={columns}
        rows={found}
        rowsAtOnce={100}
        keyOf={({ path }) => path}
        isCompact
        maxHeight={420}
        empty={
          <EmptyState
            title={find !== "" ? "No fields match this search" : isNotKnown ? FIELDS_NOT_RECORDED : empty}
          />
        }
      />
    </Panel>
  );
}
