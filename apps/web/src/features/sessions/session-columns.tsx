"use client";

import { shareSaved } from "@baton/server/savings";
import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { Badge } from "@baton/ui/primitives/badge";
import { Checkbox } from "@baton/ui/primitives/checkbox";
import { Name } from "@baton/ui/primitives/name";
import { DateTime } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows } from "lucide-react";
import { useRecorded } from "@/features/savings/overview/use-work";
import { SubjectLink } from "@/features/traffic/subject-link";
import { nameFormat } from "@/frame/name-format";
import { useTimeZone } from "@/frame/time-zone";
import { SESSION_COLUMNS, type SessionColumn, USUAL_COLUMNS } from "@/search/session-columns";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { ActiveBadge } from "./active-badge";
import type { ChosenSessions } from "./compare/chosen-sessions";
import { LeakBadge } from "./lineage/leak-badge";
import { costOf, usedOf } from "./session-cost";

type Session = RouterOutputs["sessions"]["list"]["sessions"][number];

/** Columns of data that not every workspace has. */
const COLUMNS_OF = { scoped: ["before", "saved", "share"], modelCalls: ["used", "cost"] } as const;

/**
 * The columns of the list of sessions: those of the URL, else those that the user chose last, with a checkbox to
 * choose two sessions for a comparison. Columns of data that the workspace has never recorded are left out.
 */
export function useSessionColumns(
  workspace: string,
  chosen: ChosenSessions,
  fromAddress: readonly SessionColumn[] | null,
) {
  const timeZone = useTimeZone();
  const { data: own } = useQuery(useTRPC().sessions.columns.queryOptions({ workspace }));
  const { data: recorded } = useRecorded(workspace);
  const missing: readonly string[] = [
    ...(recorded?.scoped === false ? COLUMNS_OF.scoped : []),
    ...(recorded?.modelCalls === false ? COLUMNS_OF.modelCalls : []),
  ];
  const wanted: readonly string[] = fromAddress ?? own ?? USUAL_COLUMNS;
  const columns = listColumns(chosen, timeZone).filter(({ id }) => !missing.includes(id));
  return {
    columns: columns.filter(({ id }) => ALWAYS.includes(id) || wanted.includes(id)),
    /** Columns to choose from. */
    offered: SESSION_COLUMNS.filter((id) => !missing.includes(id)).map((id) => ({ id, label: LABELS[id] })),
  };
}

const ALWAYS: readonly string[] = ["session", "choose"];

const LABELS = {
  state: "State",
  workflow: "Workflow",
  source: "Source",
  project: "Project",
  handoffs: "Handoffs",
  compactions: "Compactions",
  used: "Tokens used",
  cost: "Cost",
  before: "Original",
  saved: "Saved",
  share: "Share",
  started: "Started",
  last: "Last event",
} satisfies Record<SessionColumn, string>;

function listColumns(chosen: ChosenSessions, timeZone: string): Column<Session>[] {
  return [
    {
      id: "session",
      header: "Session",
      takesRest: true,
      cell: (session) => (
        <span className="block">
          <span className="line-clamp-2 font-medium">
            {session.title === null ? "Untitled" : <Name isWhole>{session.title}</Name>}
          </span>
          <span className="block truncate text-sm text-text-3 max-sm:hidden">
            <Name isCode>{session.sessionId}</Name>
          </span>
          <span className="flex flex-wrap items-center gap-1 text-sm text-text-3 sm:hidden">
            <DateTime at={session.lastEventAt} timeZone={timeZone} />
            <State {...session} />
          </span>
        </span>
      ),
    },
    {
      id: "state",
      header: LABELS.state,
      isSecondary: true,
      cell: (session) => (
        <span className="flex flex-wrap gap-1">
          <State {...session} />
        </span>
      ),
    },
    {
      id: "workflow",
      header: LABELS.workflow,
      isSecondary: true,
      cell: (session) =>
        session.workflowId ? (
          <span className="block max-w-[18ch] truncate" title={session.workflowId}>
            <SubjectLink kind="workflows" name={session.workflowId} />
          </span>
        ) : (
          <span className="whitespace-nowrap text-text-3">{nameFormat(session.format)}</span>
        ),
    },
    {
      id: "source",
      header: LABELS.source,
      isSecondary: true,
      cell: (session) => <span className="whitespace-nowrap">{nameFormat(session.format)}</span>,
    },
    {
      id: "project",
      header: LABELS.project,
      isSecondary: true,
      cell: ({ projectFolder }) =>
        projectFolder && (
          <span className="block max-w-[24ch] truncate">
            <Name isCode>{projectFolder}</Name>
          </span>
        ),
    },
    {
      id: "handoffs",
      header: LABELS.handoffs,
      isNumeric: true,
      cell: (session) => formatCount(session.handoffCount),
    },
    {
      id: "compactions",
      header: LABELS.compactions,
      isNumeric: true,
      isSecondary: true,
      cell: (session) => formatCount(session.compactionCount),
    },
    {
      id: "used",
      header: LABELS.used,
      isNumeric: true,
      isSecondary: true,
      cell: ({ usage }) => usedOf(usage),
    },
    {
      id: "cost",
      header: LABELS.cost,
      isNumeric: true,
      isSecondary: true,
      cell: ({ usage }) => costOf(usage),
    },
    {
      id: "before",
      header: LABELS.before,
      isNumeric: true,
      isSecondary: true,
      cell: (session) => sizeOrNone(session, session.beforeTokens),
    },
    {
      id: "saved",
      header: LABELS.saved,
      isNumeric: true,
      cell: (session) => sizeOrNone(session, session.savedTokens),
    },
    {
      id: "share",
      header: LABELS.share,
      isNumeric: true,
      isSecondary: true,
      cell: (session) => {
        const share = shareSaved(session.savedTokens, session.beforeTokens);
        return share === null ? "" : formatPercent(share);
      },
    },
    {
      id: "started",
      header: LABELS.started,
      isNumeric: true,
      isSecondary: true,
      cell: (session) => <DateTime at={session.startedAt} timeZone={timeZone} />,
    },
    {
      id: "last",
      header: LABELS.last,
      isNumeric: true,
      isSecondary: true,
      cell: (session) => <DateTime at={session.lastEventAt} timeZone={timeZone} />,
    },
    {
      id: "choose",
      header: <span className="sr-only">Compare</span>,
      cell: ({ sessionId, title }) => (
        <span className="relative inline-flex">
          <Checkbox
            aria-label={`Choose ${title ?? sessionId} to compare`}
            checked={chosen.ids.includes(sessionId)}
            onCheckedChange={() => chosen.toggle(sessionId)}
          />
        </span>
      ),
    },
  ];
}

function State({
  errorCount,
  violationCount,
  leakCount,
  lastEventAt,
}: Pick<Session, "errorCount" | "violationCount" | "leakCount" | "lastEventAt">) {
  return (
    <>
      <ActiveBadge lastEventAt={lastEventAt} />
      {errorCount > 0 && <Badge tone="danger">{formatCountOf(errorCount, "error")}</Badge>}
      {violationCount > 0 && (
        <Badge tone="danger" icon={<GitCompareArrows aria-hidden />}>
          {formatCountOf(violationCount, "policy violation")}
        </Badge>
      )}
      {leakCount > 0 && <LeakBadge>{formatCountOf(leakCount, "leak")}</LeakBadge>}
    </>
  );
}

/** Sizes count only context handoffs: a session without any shows no size rather than 0. */
function sizeOrNone(session: Session, tokens: number) {
  return session.scopedCount > 0 ? formatCompact(tokens) : "";
}
