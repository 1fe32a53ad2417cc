"use client";

import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact } from "@baton/ui/format/number";
import { TextLink } from "@baton/ui/primitives/text-link";
import { DateTime } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { ListPanel } from "./list-panel";
import { PairLinks, SubjectLink } from "./subject-link";
import type { TrafficProps } from "./traffic-view";

const BlockFieldButton = dynamic(
  async () => (await import("@/features/sessions/handoff/block-field-button")).BlockFieldButton,
  { ssr: false },
);

type Leak = RouterOutputs["traffic"]["leaks"]["first"][number];

/** Lists the latest leaks of a field, an agent, a pair or a rule. Hidden without leaks. */
export function LeaksPanel({ workspace, view }: TrafficProps) {
  const timeZone = useTimeZone();
  const query = useQuery(
    useTRPC().traffic.leaks.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  if (query.data?.first.length === 0) return null;
  return (
    <ListPanel
      title="Leaks"
      noun="leak"
      note="newest first"
      query={query}
      columns={[
        ...COLUMNS,
        {
          id: "handoff",
          header: "Handoff",
          isNumeric: true,
          cell: ({ sessionId, eventId, occurredAt }) => (
            <TextLink href={addressOf(workspace, "sessions", sessionId, "handoffs", eventId)}>
              <DateTime at={occurredAt} timeZone={timeZone} />
            </TextLink>
          ),
        },
        {
          id: "block",
          header: "",
          cell: (leak) => <BlockFieldButton workspace={workspace} flow={leak} look="short" />,
        },
      ]}
      keyOf={({ eventId, name, occurredAt }) => JSON.stringify([eventId, name, occurredAt])}
      empty={null}
    />
  );
}

const COLUMNS: readonly Column<Leak>[] = [
  {
    id: "field",
    header: "Field",
    cell: ({ field }) => <SubjectLink kind="fields" name={field} />,
    sortBy: ({ field }) => field,
  },
  {
    id: "pair",
    header: "Reached",
    cell: ({ fromAgent, toAgent }) => <PairLinks from={fromAgent} to={toAgent} />,
  },
  {
    id: "rule",
    header: "Blocked by",
    cell: ({ blockedRuleId }) =>
      blockedRuleId === null ? "the policy" : <SubjectLink kind="rules" name={blockedRuleId} />,
  },
  {
    id: "tokens",
    header: "Tokens",
    isNumeric: true,
    isSecondary: true,
    cell: ({ tokens }) => formatCompact(tokens),
    sortBy: ({ tokens }) => tokens,
  },
];
