"use client";

import { shareSaved } from "@baton/server/savings";
import type { Column } from "@baton/ui/data-table/data-table";
import {
  formatCompact,
  formatCount,
  formatCountOf,
  formatMoney,
  formatPercent,
} from "@baton/ui/format/number";
import { Badge } from "@baton/ui/primitives/badge";
import { Checkbox } from "@baton/ui/primitives/checkbox";
import { Name } from "@baton/ui/primitives/name";
import { DateTime } from "@baton/ui/primitives/time";
import { GitCompareArrows } from "lucide-react";
import { useRecorded } from "@/features/savings/overview/use-work";
import { SubjectLink } from "@/features/traffic/subject-link";
import { nameFormat } from "@/frame/name-format";
import { NotRecorded } from "@/frame/not-recorded";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import type { ChosenSessions } from "./compare/chosen-sessions";
import { LeakBadge } from "./lineage/leak-badge";

type Session = RouterOutputs["sessions"]["list"]["sessions"][number];

/** Columns of data that not every workspace has. */
const COLUMNS_OF = { scoped: ["before", "saved", "share"], modelCalls: ["used", "cost"] } as const;

/**
 * The columns of the list of sessions, with a checkbox to choose two for a comparison. Columns of data that the
 * workspace has never recorded are left out.
 */
export function useSessionColumns(workspace: string, chosen: ChosenSessions): Column<Session>[] {
  const timeZone = useTimeZone();
  const { data: recorded } = useRecorded(workspace);
  const missing: readonly string[] = [
    ...(recorded?.scoped === false ? COLUMNS_OF.scoped : []),
    ...(recorded?.modelCalls === false ? COLUMNS_OF.modelCalls : []),
  ];
  return listColumns(chosen, timeZone).filter(({ id }) => !missing.includes(id));
}

function listColumns(chosen: ChosenSessions, timeZone: string): Column<Session>[] {
  return [
    {
      id: "session",
      header: "Session",
      takesRest: true,
      cell: (session) => (
        <span className="block">
          <span className="block truncate font-medium">
            <Name>{session.title ?? session.sessionId}</Name>
          </span>
          <span className="block truncate text-sm text-text-3">
            <Name isCode>{session.sessionId}</Name>
          </span>
        </span>
      ),
    },
    {
      id: "workflow",
      header: "Workflow",
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
      id: "handoffs",
      header: "Handoffs",
      isNumeric: true,
      cell: (session) => formatCount(session.handoffCount),
    },
    {
      id: "compactions",
      header: "Compactions",
      isNumeric: true,
      isSecondary: true,
      cell: (session) => formatCount(session.compactionCount),
    },
    {
      id: "used",
      header: "Tokens used",
      isNumeric: true,
      isSecondary: true,
      cell: ({ usage }) => (usage === null ? "" : formatCompact(usage.tokens)),
    },
    { id: "cost", header: "Cost", isNumeric: true, cell: ({ usage }) => costOf(usage) },
    {
      id: "before",
      header: "Original",
      isNumeric: true,
      isSecondary: true,
      cell: (session) => sizeOrNone(session, session.beforeTokens),
    },
    {
      id: "saved",
      header: "Saved",
      isNumeric: true,
      cell: (session) => sizeOrNone(session, session.savedTokens),
    },
    {
      id: "share",
      header: "Share",
      isNumeric: true,
      isSecondary: true,
      cell: (session) => {
        const share = shareSaved(session.savedTokens, session.beforeTokens);
        return share === null ? "" : formatPercent(share);
      },
    },
    {
      id: "state",
      header: "State",
      isSecondary: true,
      cell: (session) => (
        <span className="flex flex-wrap gap-1">
          {session.errorCount > 0 && (
            <Badge tone="danger">{formatCountOf(session.errorCount, "error")}</Badge>
          )}
          {session.violationCount > 0 && (
            <Badge tone="danger" icon={<GitCompareArrows aria-hidden />}>
              {formatCountOf(session.violationCount, "policy violation")}
            </Badge>
          )}
          {session.leakCount > 0 && <LeakBadge>{formatCountOf(session.leakCount, "leak")}</LeakBadge>}
        </span>
      ),
    },
    {
      id: "last",
      header: "Last event",
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

function costOf(usage: Session["usage"]) {
  if (usage === null) return "";
  return usage.dollars === null ? <NotRecorded>no price</NotRecorded> : formatMoney(usage.dollars);
}

/** Sizes count only context handoffs: a session without any shows no size rather than 0. */
function sizeOrNone(session: Session, tokens: number) {
  return session.scopedCount > 0 ? formatCompact(tokens) : "";
}
