"use client";

import { formatCompact, formatCount, formatDuration, formatPercent } from "@baton/ui/format/number";
import { formatDateTime, formatTime } from "@baton/ui/format/time";
import { FigureLine } from "@baton/ui/layout/key-values";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Badge } from "@baton/ui/primitives/badge";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { CompactionsPanel } from "@/session/compactions-panel";
import { HandoffAside } from "@/session/handoff-aside";
import { HandoffTable } from "@/session/handoff-table";
import { LineagePanel } from "@/session/lineage-panel";
import { OriginPanel } from "@/session/origin-panel";
import { TimelinePanel } from "@/session/timeline-panel";
import { UsagePanel } from "@/session/usage-panel";
import { useTRPC } from "@/trpc/client";
import { sessionParams, VIEWS } from "./search-params";

type Found = RouterOutputs["sessions"]["get"];

const VIEW_LABELS = { graph: "Graph", table: "Table" } as const;

/** One session: who handed what to whom, drawn and listed; what was compacted; what its calls used. */
export function SessionDetail(address: { workspace: string; session: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const query = useQuery(trpc.sessions.get.queryOptions(address));
  const [params, setParams] = useQueryStates(sessionParams);
  if (query.isError && !query.data)
    return <QueryError title="The session could not be loaded" query={query} />;
  if (!query.data) return <TableSkeleton rows={10} />;

  const { handoffs, compactions, usage, lineage } = query.data;
  const selected = handoffs.find((handoff) => handoff.eventId === params.handoff) ?? null;
  const select = (eventId: string | null) => setParams({ handoff: eventId });
  const openCompaction = (eventId: string) =>
    router.push(addressOf(address.workspace, "sessions", address.session, "compactions", eventId));
  const isDrawn = params.view === "graph" && handoffs.length > 0;
  return (
    <>
      <SessionHead session={query.data.session} />
      <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
        <SessionFigures found={query.data} />
        {handoffs.length > 0 && (
          <SegmentedControl
            label="View"
            className="ml-auto"
            options={VIEWS.map((value) => ({ value, label: VIEW_LABELS[value] }))}
            value={params.view}
            onValueChange={(view) => setParams({ view })}
          />
        )}
      </div>
      <div className={selected ? "grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_322px]" : ""}>
        <div className="flex min-w-0 flex-col gap-4">
          {isDrawn && (
            <>
              <LineagePanel lineage={lineage} selectedEventId={selected?.eventId ?? null} onSelect={select} />
              <TimelinePanel
                found={query.data}
                selectedEventId={selected?.eventId ?? null}
                onSelect={select}
                onOpenCompaction={openCompaction}
              />
            </>
          )}
          <HandoffTable
            handoffs={handoffs}
            address={address}
            selectedEventId={selected?.eventId ?? null}
            onSelect={select}
          />
          <CompactionsPanel compactions={compactions} address={address} />
          <UsagePanel usage={usage} />
          <OriginPanel files={query.data.files} eventTypes={query.data.eventTypes} />
        </div>
        {selected && (
          <HandoffAside
            handoff={selected}
            number={handoffs.indexOf(selected) + 1}
            address={address}
            onClose={() => select(null)}
          />
        )}
      </div>
    </>
  );
}

function SessionHead({ session }: { session: Found["session"] }) {
  const timeZone = useTimeZone();
  const lasted = session.lastEventAt.getTime() - session.startedAt.getTime();
  return (
    <PageHead
      title={session.title ?? session.sessionId}
      badges={
        session.errorCount > 0 && (
          <Badge tone="danger" icon={<TriangleAlert aria-hidden />}>
            {session.errorCount === 1 ? "1 error" : `${session.errorCount} errors`}
          </Badge>
        )
      }
      subtitle={
        <>
          Session <code>{session.sessionId}</code>, {formatDateTime(session.startedAt, timeZone)} to{" "}
          {formatTime(session.lastEventAt, timeZone)} ({formatDuration(lasted)})
          {session.workflowId && (
            <>
              , workflow <code>{session.workflowId}</code>
            </>
          )}
        </>
      }
    />
  );
}

function SessionFigures({ found: { session, lineage, handoffs } }: { found: Found }) {
  const withoutRule = handoffs.filter((each) => each.kind === "context" && each.ruleId === null).length;
  const observed = handoffs.filter((each) => each.scopingState === "observed").length;
  return (
    <FigureLine
      items={[
        { label: "Agents", value: formatCount(lineage.nodes.length) },
        { label: "Handoffs", value: formatCount(session.handoffCount) },
        ...(session.scopedCount > 0
          ? [
              { label: "Offered", value: `${formatCompact(session.beforeTokens)} tokens` },
              { label: "Passed", value: formatCompact(session.afterTokens) },
              {
                label: "Saved",
                value: `${formatCompact(session.savedTokens)} (${formatPercent(session.beforeTokens > 0 ? session.savedTokens / session.beforeTokens : 0)})`,
              },
              { label: "Without a rule", value: formatCount(withoutRule) },
            ]
          : []),
        ...(observed > 0 ? [{ label: "Observed only", value: formatCount(observed) }] : []),
        ...(session.delegationCount > 0
          ? [{ label: "Subagent calls", value: formatCount(session.delegationCount) }]
          : []),
        ...(session.compactionCount > 0
          ? [{ label: "Compactions", value: formatCount(session.compactionCount) }]
          : []),
      ]}
    />
  );
}
