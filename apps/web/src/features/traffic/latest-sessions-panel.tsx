"use client";

import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Badge } from "@baton/ui/primitives/badge";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { DateTime } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import { NotRecorded } from "@/frame/not-recorded";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { ListPanel, type WholeListQuery } from "./list-panel";
import type { TrafficProps } from "./traffic-view";

type Session = RouterOutputs["traffic"]["sessions"][number];

/** Lists the sessions with the latest such handoffs. */
export function LatestSessionsPanel({ workspace, view, allHref }: TrafficProps & { allHref: string }) {
  const query = useQuery(
    useTRPC().traffic.sessions.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  const listed = query.data && { first: query.data, count: query.data.length };
  return (
    <SessionsPanel
      workspace={workspace}
      title="Latest sessions"
      query={{ ...query, data: listed }}
      allHref={allHref}
    />
  );
}

/** Lists sessions, each with a link to its page. */
export function SessionsPanel({
  workspace,
  title,
  query,
  allHref,
}: {
  workspace: string;
  title: string;
  query: WholeListQuery<Session>;
  /** Links to the list of all sessions. */
  allHref?: string;
}) {
  const timeZone = useTimeZone();
  return (
    <ListPanel
      title={title}
      noun="session"
      query={query}
      actions={allHref !== undefined && <TextLink href={allHref}>All sessions</TextLink>}
      columns={[
        ...COLUMNS,
        {
          id: "last",
          header: "Last event",
          isNumeric: true,
          cell: ({ lastEventAt }) => <DateTime at={lastEventAt} timeZone={timeZone} />,
        },
      ]}
      keyOf={({ sessionId }) => sessionId}
      hrefOf={({ sessionId }) => addressOf(workspace, "sessions", sessionId)}
      empty={<EmptyState title="No sessions yet">Sessions with such handoffs appear here.</EmptyState>}
    />
  );
}

const COLUMNS: readonly Column<Session>[] = [
  {
    id: "session",
    header: "Session",
    takesRest: true,
    cell: ({ title, sessionId }) => (
      <span className="block truncate">
        <Name>{title ?? sessionId}</Name>
      </span>
    ),
  },
  {
    id: "handoffs",
    header: "Handoffs",
    isNumeric: true,
    cell: ({ handoffCount }) => formatCount(handoffCount),
  },
  {
    id: "saved",
    header: "Saved, net",
    isNumeric: true,
    isSecondary: true,
    cell: ({ scopedCount, savedTokens }) => (scopedCount > 0 ? formatCompact(savedTokens) : <NotRecorded />),
  },
  {
    id: "state",
    header: "State",
    isSecondary: true,
    cell: ({ errorCount, violationCount }) => (
      <span className="flex flex-wrap gap-1">
        {errorCount > 0 && <Badge tone="danger">{formatCountOf(errorCount, "error")}</Badge>}
        {violationCount > 0 && (
          <Badge tone="danger">{formatCountOf(violationCount, "policy violation")}</Badge>
        )}
      </span>
    ),
  },
];
