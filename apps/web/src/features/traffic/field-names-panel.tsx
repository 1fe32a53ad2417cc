"use client";

import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact } from "@baton/ui/format/number";
import { formatDate } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { addressOf } from "@/frame/pages";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { ListPanel } from "./list-panel";
import { numberColumn } from "./number-column";
import { subjectAddress } from "./subject";

type FieldName = RouterOutputs["traffic"]["fieldNames"]["first"][number];

/** Lists all fields of contexts by name. */
export function FieldNamesPanel({
  workspace,
  period,
  search,
}: {
  workspace: string;
  period: { range: string; tz: string };
  search: string | null;
}) {
  const query = useQuery(
    useTRPC().traffic.fieldNames.queryOptions(
      { workspace, ...period, search: search ?? undefined },
      { placeholderData: (last) => last },
    ),
  );
  return (
    <ListPanel
      title="Fields"
      noun="field"
      note="days in UTC"
      query={query}
      columns={COLUMNS}
      keyOf={({ name }) => name}
      hrefOf={({ name }) => (name === "" ? undefined : subjectAddress(workspace, "fields", name))}
      empty={
        <EmptyState
          title={search ? "No fields match this search" : "No fields recorded in this period"}
          actions={
            !search && (
              <>
                <TextLink href={addressOf(workspace, "lineage", "agents")}>See agents</TextLink>
                <TextLink href={addressOf(workspace, "lineage", "pairs")}>See pairs of agents</TextLink>
              </>
            )
          }
        >
          {search
            ? "The search reads names and paths. Try fewer letters or a longer period."
            : "Context handoffs record their fields. Transcripts and traces do not."}
        </EmptyState>
      }
    />
  );
}

const COLUMNS: readonly Column<FieldName>[] = [
  {
    id: "name",
    header: "Field",
    cell: ({ name }) => <Name isCode>{name === "" ? "(without a name)" : name}</Name>,
    sortBy: ({ name }) => name,
  },
  numberColumn("paths", "Paths", ({ pathCount }) => pathCount, { isSecondary: true }),
  numberColumn("pairs", "Pairs", ({ pairCount }) => pairCount),
  numberColumn("handoffs", "Occurrences", ({ handoffCount }) => handoffCount),
  numberColumn("passed", "Passed", ({ passedCount }) => passedCount),
  numberColumn("blocked", "Blocked", ({ blockedCount }) => blockedCount),
  numberColumn("tokens", "Passed tokens", ({ afterTokens }) => afterTokens, {
    format: formatCompact,
    isSecondary: true,
  }),
  {
    id: "last",
    header: "Last seen",
    isNumeric: true,
    isSecondary: true,
    cell: ({ lastSeenOn }) => formatDate(lastSeenOn, "UTC"),
    sortBy: ({ lastSeenOn }) => lastSeenOn.getTime(),
  },
];
