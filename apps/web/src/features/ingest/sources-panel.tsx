"use client";

import { Sparkline } from "@baton/ui/charts/sparkline";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatBytes, formatCount, formatCountOf, formatDuration } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge, type BadgeProps } from "@baton/ui/primitives/badge";
import { ArrowDownToLine, Check, CircleAlert, FolderInput, Pause, TriangleAlert, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { BatonCommand, FollowCommand, StartAdvice } from "@/frame/commands";
import { nameFormat } from "@/frame/name-format";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { usePermission } from "@/frame/use-permission";
import { FollowButton } from "./follow-button";
import { formatRate } from "./ingest-tiles";
import { isUnwatched, type Source, type SourceState, stateOf, timeToCatchUp } from "./source-state";
import { useSources } from "./use-sources";

/** Shows each followed or posted source: its lag, its speed, and its errors. */
export function SourcesPanel({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const query = useSources(workspace);
  const { sources = [], now = 0 } = query.data ?? {};
  const mayStop = usePermission(workspace, "ingest.setFollowed");
  const silent = sources.filter((source) => isUnwatched(source, now));
  const lastHeard = Math.max(0, ...silent.map(({ lagAt }) => lagAt?.getTime() ?? 0));
  return (
    <Panel aria-label="Sources">
      <PanelHead title="Sources" note="rates: last minute; chart: last hour" />
      {silent.length > 0 && (
        <PanelBody>
          <Finding tone="warn" title="Ingest is not running" role="status">
            {lastHeard === 0
              ? "No progress recorded yet."
              : `Last progress at ${formatDateTime(lastHeard, timeZone)}.`}{" "}
            <StartAdvice /> Ingest then reads everything written in the meantime.
          </Finding>
        </PanelBody>
      )}
      <DataTable
        caption="Sources, with lag and rates"
        columns={[...listColumns(sources, now, timeZone), ...(mayStop ? [followColumn(workspace)] : [])]}
        rows={sources}
        keyOf={({ sourceId }) => sourceId}
        isCompact
        isLoading={query.isPending}
        error={
          query.isError && !query.data ? (
            <QueryError title="Could not load the sources" query={query} />
          ) : undefined
        }
        empty={
          <EmptyState icon={<FolderInput aria-hidden />} title="No sources yet">
            Point Baton at a folder of session files: <FollowCommand />, or import one once:{" "}
            <BatonCommand>ingest PATH</BatonCommand>
          </EmptyState>
        }
      />
    </Panel>
  );
}

function listColumns(sources: readonly Source[], now: number, timeZone: string): Column<Source>[] {
  const sum = (of: (source: Source) => number) => sources.reduce((total, source) => total + of(source), 0);
  const hasTotals = sources.length > 1;
  return [
    {
      id: "source",
      header: "Source",
      sum: hasTotals ? "All" : undefined,
      cell: (source) => (
        <span className="block max-w-[40ch] max-sm:max-w-[18ch]">
          <NameOfSource source={source} />
          <span className="block text-sm text-text-3">{describeContent(source)}</span>
          {stateOf(source, now) === "failed" && (
            <span className="hidden text-danger text-sm [overflow-wrap:anywhere] max-sm:block">
              {source.lastError ?? source.fileError}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "state",
      header: "State",
      cell: (source) => <StateBadge state={stateOf(source, now)} />,
    },
    {
      id: "lag",
      header: "Lag",
      isNumeric: true,
      cell: ({ kind, lagBytes, lagSeconds }) =>
        kind === "http" ? "n/a" : lagBytes > 0 ? formatDuration(lagSeconds * 1000) : "none",
    },
    {
      id: "waiting",
      header: "Waiting",
      isNumeric: true,
      isSecondary: true,
      sum: hasTotals ? formatBytes(sum(({ lagBytes }) => lagBytes)) : undefined,
      cell: ({ kind, lagBytes }) => (kind === "http" ? "n/a" : formatBytes(lagBytes)),
    },
    {
      id: "lines",
      header: "Lines/s",
      isNumeric: true,
      isSecondary: true,
      sum: hasTotals ? formatRate(sum(({ linesPerSecond }) => linesPerSecond)) : undefined,
      cell: ({ linesPerSecond }) => formatRate(linesPerSecond),
    },
    {
      id: "bytes",
      header: "Bytes/s",
      isNumeric: true,
      isSecondary: true,
      sum: hasTotals ? formatBytes(sum(({ bytesPerSecond }) => bytesPerSecond)) : undefined,
      cell: ({ bytesPerSecond }) => formatBytes(bytesPerSecond),
    },
    {
      id: "hour",
      header: "Last hour",
      isSecondary: true,
      className: "max-md:hidden",
      cell: (source) => (
        <span className="block h-[18px] w-16">
          <Sparkline values={source.minuteLines} isAlarming={stateOf(source, now) === "failed"} />
        </span>
      ),
    },
    {
      id: "events",
      header: "Events",
      isNumeric: true,
      sum: hasTotals ? formatCount(sum(({ eventCount }) => eventCount)) : undefined,
      cell: ({ eventCount }) => formatCount(eventCount),
    },
    {
      id: "quarantined",
      header: "Quarantined",
      isNumeric: true,
      isSecondary: true,
      sum: hasTotals ? formatCount(sum(({ quarantinedCount }) => quarantinedCount)) : undefined,
      cell: ({ quarantinedCount }) => (
        <span className={quarantinedCount > 0 ? "font-semibold" : "text-text-3"}>
          {formatCount(quarantinedCount)}
        </span>
      ),
    },
    {
      id: "message",
      header: "Last message",
      isSecondary: true,
      cell: (source) => (
        <span className="block max-w-[44ch] text-sm text-text-2 [overflow-wrap:anywhere]">
          {describeStatus(source, now, timeZone)}
        </span>
      ),
    },
  ];
}

function followColumn(workspace: string): Column<Source> {
  return {
    id: "follow",
    header: <span className="sr-only">Actions</span>,
    className: "text-right",
    cell: (source) => source.kind === "path" && <FollowButton workspace={workspace} source={source} />,
  };
}

function NameOfSource({ source: { kind, root } }: { source: Source }) {
  if (kind === "http") {
    return (
      <>
        Posted with key <code>{root.replace(/^http:/, "")}</code>
      </>
    );
  }
  return (
    <code className="block truncate" title={root}>
      {root}
    </code>
  );
}

function describeContent({ kind, fileCount, notReadCount, goneCount, formats }: Source): string {
  const names = formats.map(nameFormat).join(", ");
  if (kind === "http") return names;
  const files = formatCountOf(fileCount, "file");
  const rest = [
    notReadCount > 0 && `${formatCount(notReadCount)} not read`,
    goneCount > 0 && `${formatCount(goneCount)} deleted`,
  ].filter((part) => part !== false);
  return [files, ...rest, ...(names ? [names] : [])].join(" · ");
}

/** Describes the last status of a source and the next step. */
function describeStatus(source: Source, now: number, timeZone: string): ReactNode {
  const { lastError, fileError, failedCount, lastReadAt } = source;
  switch (stateOf(source, now)) {
    case "failed": {
      const error = lastError ?? `${formatCount(failedCount)} of its files: ${fileError ?? "failed"}`;
      return (
        <>
          <span className="text-danger">{error}</span>. Baton retries every few seconds and continues when the
          problem is fixed.
        </>
      );
    }
    case "stopped":
      return "New lines are not imported.";
    case "behind": {
      const left = timeToCatchUp(source);
      return left === null ? "catching up" : `catching up, done in about ${formatDuration(left)}`;
    }
    default:
      return lastReadAt === null ? "no lines read yet" : `last line ${formatDateTime(lastReadAt, timeZone)}`;
  }
}

const STATE_LOOKS: Record<SourceState, { word: string; tone: BadgeProps["tone"]; icon: ReactNode }> = {
  up_to_date: { word: "up to date", tone: "ok", icon: <Check aria-hidden /> },
  receiving: { word: "receiving", tone: "ok", icon: <ArrowDownToLine aria-hidden /> },
  behind: { word: "behind", tone: "warn", icon: <TriangleAlert aria-hidden /> },
  unwatched: { word: "not watched", tone: "warn", icon: <Unplug aria-hidden /> },
  stopped: { word: "stopped", tone: "muted", icon: <Pause aria-hidden /> },
  failed: { word: "failed", tone: "danger", icon: <CircleAlert aria-hidden /> },
  idle: { word: "idle", tone: "muted", icon: <Pause aria-hidden /> },
};

function StateBadge({ state }: { state: SourceState }) {
  const { word, tone, icon } = STATE_LOOKS[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
