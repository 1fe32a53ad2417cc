"use client";

import type { Column } from "@baton/ui/data-table/data-table";
import { formatCount, formatDuration, formatRatio } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Badge } from "@baton/ui/primitives/badge";
import { Name } from "@baton/ui/primitives/name";
import { DateTime } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import { Check, CircleDashed, X } from "lucide-react";
import { NotRecorded } from "@/frame/not-recorded";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { ListPanel } from "./list-panel";
import { subjectAddress } from "./subject";

type Workflow = RouterOutputs["traffic"]["workflows"]["first"][number];

/** Lists workflows, newest first. */
export function WorkflowsPanel({ workspace, search }: { workspace: string; search: string | null }) {
  const timeZone = useTimeZone();
  const query = useQuery(
    useTRPC().traffic.workflows.queryOptions(
      { workspace, search: search ?? undefined },
      { placeholderData: (last) => last },
    ),
  );
  return (
    <ListPanel
      title="Workflows"
      noun="workflow"
      note="newest first"
      query={query}
      columns={[
        ...COLUMNS,
        {
          id: "at",
          header: "Last event",
          isNumeric: true,
          isSecondary: true,
          cell: ({ at }) => <DateTime at={at} timeZone={timeZone} />,
          sortBy: ({ at }) => at.getTime(),
        },
      ]}
      keyOf={({ workflowId }) => workflowId}
      hrefOf={({ workflowId }) => subjectAddress(workspace, "workflows", workflowId)}
      empty={
        <EmptyState title={search ? "No workflows match this search" : "No workflows yet"}>
          {search
            ? "The search reads IDs and project names."
            : "Events with a workflow_id appear here, such as workflow_start and workflow_complete."}
        </EmptyState>
      }
    />
  );
}

const COLUMNS: readonly Column<Workflow>[] = [
  {
    id: "workflow",
    header: "Workflow",
    cell: ({ workflowId, projectName }) => (
      <>
        <Name isCode>{workflowId}</Name>
        {projectName && (
          <span className="block text-sm text-text-3">
            <Name>{projectName}</Name>
          </span>
        )}
      </>
    ),
    sortBy: ({ workflowId }) => workflowId,
  },
  { id: "result", header: "Result", cell: ({ isSuccess }) => <ResultBadge isSuccess={isSuccess} /> },
  {
    id: "agents",
    header: "Ran / planned",
    isNumeric: true,
    isSecondary: true,
    cell: ({ executedCount, plannedCount }) =>
      `${executedCount === null ? "–" : formatCount(executedCount)} / ${plannedCount === null ? "–" : formatCount(plannedCount)}`,
  },
  {
    id: "duration",
    header: "Duration",
    isNumeric: true,
    cell: ({ durationSeconds }) =>
      durationSeconds === null ? <NotRecorded>–</NotRecorded> : formatDuration(durationSeconds * 1_000),
    sortBy: ({ durationSeconds }) => durationSeconds,
  },
  {
    id: "ratio",
    header: "Compression",
    isNumeric: true,
    isSecondary: true,
    cell: ({ compressionRatio }) =>
      compressionRatio === null ? <NotRecorded>–</NotRecorded> : formatRatio(compressionRatio),
    sortBy: ({ compressionRatio }) => compressionRatio,
  },
];

/** Shows how a workflow ended. */
export function ResultBadge({ isSuccess }: { isSuccess: boolean | null }) {
  if (isSuccess === null) {
    return (
      <Badge tone="muted" icon={<CircleDashed aria-hidden />}>
        no end recorded
      </Badge>
    );
  }
  return isSuccess ? (
    <Badge tone="ok" icon={<Check aria-hidden />}>
      succeeded
    </Badge>
  ) : (
    <Badge tone="danger" icon={<X aria-hidden />}>
      failed
    </Badge>
  );
}
