"use client";

import { pathBelow } from "@baton/core/internal";
import { cn } from "@baton/ui/cn";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatBytes, formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge, type BadgeProps } from "@baton/ui/primitives/badge";
import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert, CircleSlash, Clock, Files, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { nameFormat } from "@/frame/name-format";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { type FileStatus, lagOf, type SourceFile, statusOf } from "./file-state";
import { useSources } from "./use-sources";

/** Maximum files that the server returns, waiting and failed ones first. */
const MOST_FILES = 500;
const FILES_HEIGHT = 520;

/** Shows the progress of each file. */
export function FilesPanel({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(useTRPC().ingest.files.queryOptions({ workspace }));
  const files = query.data ?? [];
  const roots = new Map(useSources(workspace).data?.sources.map(({ sourceId, root }) => [sourceId, root]));
  return (
    <Panel aria-label="Files" id="files" className="scroll-mt-16">
      <PanelHead
        title="Files"
        note={
          files.length < MOST_FILES
            ? `${formatCount(files.length)} files`
            : `${formatCount(MOST_FILES)} files (waiting and failed first)`
        }
      />
      <DataTable
        caption="Files of all sources (waiting and failed first)"
        columns={listColumns(roots, timeZone)}
        rows={files}
        keyOf={(file) => file.sourceFileId}
        maxHeight={FILES_HEIGHT}
        isCompact
        isLoading={query.isPending}
        error={
          query.isError && !query.data ? (
            <QueryError title="Could not load the files" query={query} />
          ) : undefined
        }
        empty={
          <EmptyState icon={<Files aria-hidden />} title="No files yet">
            Files appear here when a source has any.
          </EmptyState>
        }
      />
    </Panel>
  );
}

function listColumns(roots: ReadonlyMap<number, string>, timeZone: string): Column<SourceFile>[] {
  return [
    {
      id: "file",
      header: "File",
      takesRest: true,
      cell: ({ path, sourceId, lastError }) => (
        <span className="block">
          <code className="block truncate" title={path}>
            {pathBelow(path, roots.get(sourceId) ?? path)}
          </code>
          {lastError !== null && (
            <span className="block text-sm text-text-2 [overflow-wrap:anywhere]">{lastError}</span>
          )}
        </span>
      ),
    },
    {
      id: "format",
      header: "Format",
      isSecondary: true,
      cell: ({ format }) => (
        <span className={cn("whitespace-nowrap", format === null && "text-text-3")}>
          {nameFormat(format)}
        </span>
      ),
    },
    {
      id: "version",
      header: "Version",
      isSecondary: true,
      cell: ({ toolVersion }) => <span className="text-text-2">{toolVersion ?? "–"}</span>,
    },
    { id: "state", header: "State", cell: (file) => <StatusBadge status={statusOf(file)} /> },
    {
      id: "lag",
      header: "Waiting",
      isNumeric: true,
      isSecondary: true,
      cell: (file) => (file.state === "reading" ? formatBytes(lagOf(file)) : "–"),
    },
    { id: "events", header: "Events", isNumeric: true, cell: ({ eventCount }) => formatCount(eventCount) },
    {
      id: "duplicates",
      header: "Duplicates",
      isNumeric: true,
      isSecondary: true,
      cell: ({ duplicateCount }) => formatCount(duplicateCount),
    },
    {
      id: "masked",
      header: "Masked",
      isNumeric: true,
      isSecondary: true,
      cell: ({ maskedSecretCount }) => formatCount(maskedSecretCount),
    },
    {
      id: "quarantined",
      header: "Quarantined",
      isNumeric: true,
      isSecondary: true,
      cell: ({ quarantinedCount }) => (
        <span className={quarantinedCount > 0 ? "font-semibold" : "text-text-3"}>
          {formatCount(quarantinedCount)}
        </span>
      ),
    },
    {
      id: "read",
      header: "Last read",
      isNumeric: true,
      isSecondary: true,
      cell: ({ lastReadAt }) => (lastReadAt === null ? "never" : formatDateTime(lastReadAt, timeZone)),
    },
  ];
}

const STANDING_LOOKS: Record<FileStatus, { word: string; tone: BadgeProps["tone"]; icon: ReactNode }> = {
  up_to_date: { word: "up to date", tone: "ok", icon: <Check aria-hidden /> },
  behind: { word: "waiting", tone: "muted", icon: <Clock aria-hidden /> },
  failed: { word: "failed", tone: "danger", icon: <CircleAlert aria-hidden /> },
  not_read: { word: "not read", tone: "dashed", icon: <CircleSlash aria-hidden /> },
  gone: { word: "gone", tone: "muted", icon: <Trash2 aria-hidden /> },
};

function StatusBadge({ status }: { status: FileStatus }) {
  const { word, tone, icon } = STANDING_LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
