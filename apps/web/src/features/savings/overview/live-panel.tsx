"use client";

import { colourOfShare } from "@baton/ui/charts/colour";
import { Legend } from "@baton/ui/charts/legend";
import { formatCompact, formatPercent } from "@baton/ui/format/number";
import { formatDay } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Feed, FeedItem } from "@baton/ui/layout/feed";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Dot } from "@baton/ui/primitives/dot";
import { FromTo } from "@baton/ui/primitives/from-to";
import { DateTime, Time } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import { millisecondsInDay } from "date-fns/constants";
import { ChevronsDownUp, Radio } from "lucide-react";
import { type ReactNode, useId } from "react";
import { NoRuleBadge, ObservedBadge } from "@/features/sessions/handoff/handoff-badges";
import { KIND_LOOKS } from "@/features/sessions/handoff/handoff-kinds";
import { isObserved, passedTokens } from "@/features/sessions/handoff/observed";
import { useLive } from "@/frame/live-rows";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { isFiltered } from "./filters";
import { LiveButton } from "./live-button";

type Activity = RouterOutputs["overview"]["activity"][number];

const SHARE_LEGEND = [
  { id: "q0", label: "0 %", colour: "q0" },
  { id: "q1", label: "to 25", colour: "q1" },
  { id: "q2", label: "to 50", colour: "q2" },
  { id: "q3", label: "to 75", colour: "q3" },
  { id: "q4", label: "over 75 % removed", colour: "q4" },
] as const;

/**
 * Shows the latest events; updates live unless paused. It always covers the whole workspace, and labels that
 * on a filtered page: finding the latest under a filter would require a full scan.
 */
export function LivePanel({ workspace, view }: { workspace: string; view: SavingsView }) {
  const titleId = useId();
  const { isLost, isPaused, hasNews } = useLive();
  const query = useQuery(useTRPC().overview.activity.queryOptions({ workspace }));
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead
        title="Live"
        titleId={titleId}
        note={
          <span role="status" className="inline-flex items-center gap-1.5">
            <Dot colour={isLost ? "danger" : isPaused ? "warn" : "ok"} isRound />
            {isLost
              ? "not connected"
              : isPaused
                ? hasNews
                  ? "paused · new events available"
                  : "paused"
                : isFiltered(view)
                  ? "latest activity (ignores filters)"
                  : "newest first"}
          </span>
        }
        actions={<LiveButton variant="ghost" size="sm" />}
      />
      {query.isError && !query.data ? (
        <PanelBody>
          <QueryError title="Could not load the latest events" query={query} />
        </PanelBody>
      ) : query.isPending ? (
        <TableSkeleton rows={10} />
      ) : query.data.length === 0 ? (
        <PanelBody>
          <EmptyState icon={<Radio aria-hidden />} title="No events yet">
            Handoffs and compactions appear here when Baton imports them.
          </EmptyState>
        </PanelBody>
      ) : (
        <>
          <Feed label="Latest handoffs and compactions">
            {query.data.map((activity) => (
              <ActivityItem
                key={`${activity.type} ${activity.eventId}`}
                workspace={workspace}
                timeZone={view.tz}
                now={query.dataUpdatedAt}
                activity={activity}
              />
            ))}
          </Feed>
          <PanelFoot>
            <Legend items={SHARE_LEGEND} />
          </PanelFoot>
        </>
      )}
    </Panel>
  );
}

function ActivityItem({
  workspace,
  timeZone,
  now,
  activity,
}: {
  workspace: string;
  timeZone: string;
  /** Time of the feed's query, in milliseconds since 1970. */
  now: number;
  activity: Activity;
}) {
  const { sessionId, eventId, beforeTokens: before } = activity;
  const after = passedTokens(activity);
  const isScoped = activity.kind === "context";
  const saved = before !== null && after !== null && before > 0 ? (before - after) / before : null;
  const isSaving = isScoped || activity.type === "compaction";
  return (
    <FeedItem
      time={<FeedTime at={activity.occurredAt} timeZone={timeZone} now={now} />}
      mark={markOf(activity, saved)}
      href={
        sessionId === null
          ? undefined
          : activity.type === "handoff"
            ? addressOf(workspace, "sessions", sessionId, "handoffs", eventId)
            : addressOf(workspace, "sessions", sessionId)
      }
      figures={
        <>
          {before !== null && after !== null && (
            <FromTo
              className="text-text-2"
              from={formatCompact(before)}
              to={<span className="text-text">{formatCompact(after)}</span>}
            />
          )}
          {isSaving && saved !== null && <b className="ml-2 font-medium">{formatPercent(saved)}</b>}
        </>
      }
    >
      {activity.type === "compaction" ? (
        `${activity.fromAgent ?? "an agent"} compacted`
      ) : (
        <FromTo from={activity.fromAgent} to={activity.toAgent} />
      )}
      {isObserved(activity) && (
        <span className="ml-1.5">
          <ObservedBadge />
        </span>
      )}
      {isScoped && activity.ruleId === null && (
        <span className="ml-1.5">
          <NoRuleBadge />
        </span>
      )}
    </FeedItem>
  );
}

/** Shows the time of day, or the date after a day, with the full timestamp on hover. */
function FeedTime({ at, timeZone, now }: { at: Date; timeZone: string; now: number }) {
  if (now - at.getTime() < millisecondsInDay) return <Time at={at.getTime()} timeZone={timeZone} />;
  return <DateTime at={at} timeZone={timeZone} format={formatDay} />;
}

function markOf({ type, kind }: Activity, saved: number | null): ReactNode {
  if (type === "compaction") return <ChevronsDownUp aria-label="Compaction" role="img" />;
  if (kind !== null && kind !== "context") {
    return (
      <span role="img" aria-label={KIND_LOOKS[kind].word} title={KIND_LOOKS[kind].word}>
        {KIND_LOOKS[kind].icon}
      </span>
    );
  }
  return <Dot colour={colourOfShare(saved ?? 0)} isRound />;
}
