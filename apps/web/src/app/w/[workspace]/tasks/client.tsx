"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ClipboardList } from "lucide-react";
import { ArtifactsNav } from "@/features/artifacts/manifest/artifacts-nav";
import { MetricTiles } from "@/features/artifacts/task/metric-tiles";
import { taskChoices } from "@/features/artifacts/task/task-choices";
import { taskColumns } from "@/features/artifacts/task/task-columns";
import { ListPage, rangeChip } from "@/frame/list-page";
import { LIST_PAGES } from "@/frame/list-table";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { useListPage } from "@/frame/use-list-page";
import { toListInput } from "@/search/list-input";
import { useTRPC } from "@/trpc/client";
import { SORTS, taskListParams } from "./search-params";

const SORT_LABELS = {
  recent: "Newest",
  deadline: "Due first",
  priority: "Priority",
  size: "Largest",
} as const;

/**
 * Shows the metrics of task handoffs, and each handoff,
 * filtered and sorted as in the URL.
 */
export function TaskList({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const trpc = useTRPC();
  const list = useListPage(taskListParams);
  const { sort, ...filter } = toListInput(workspace, list.params);
  const facets = useQuery(trpc.tasks.facets.queryOptions({ workspace }));
  const metrics = useQuery(
    trpc.tasks.metrics.queryOptions(filter, { placeholderData: (previous) => previous }),
  );
  const query = useInfiniteQuery(trpc.tasks.list.infiniteQueryOptions({ ...filter, sort }, LIST_PAGES));
  const { range, session, over, reworked } = list.params;
  return (
    <ListPage
      title="Tasks"
      subtitle="Task assignments between agents and their responses."
      noun="tasks"
      list={list}
      search={{
        label: "Search tasks by name or id",
        placeholder: "Name or id",
        parts: "the name and ID",
        className: "w-56 max-sm:w-full",
      }}
      actions={
        <SegmentedControl
          label="Order"
          options={SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
          value={list.params.sort}
          onValueChange={(value) => list.setParams({ sort: value })}
        />
      }
      choices={taskChoices(facets.data)}
      chips={[
        ...rangeChip(range),
        ...(session === null ? [] : [{ label: `session ${session}`, keys: ["session"] }]),
        ...(over ? [{ label: "over 500 tokens", keys: ["over"] }] : []),
        ...(reworked ? [{ label: "retried", keys: ["reworked"] }] : []),
      ]}
      caption="Task handoffs"
      query={query}
      rows={query.data?.pages.flatMap((page) => page.tasks)}
      columns={taskColumns(timeZone)}
      keyOf={({ attemptId }) => attemptId}
      hrefOf={({ attemptId }) => addressOf(workspace, "tasks", attemptId)}
      empty={
        <EmptyState icon={<ClipboardList aria-hidden />} title="No task handoffs yet">
          Baton reads them from <code>task_handoff</code> and <code>task_response</code> events in session
          files: <code>TaskLifecycle</code> of <code>@baton/core/task</code> writes them;{" "}
          <code className="whitespace-nowrap">baton task validate FILE</code> validates one before you send
          it. See <code>docs/tasks.md</code>.
        </EmptyState>
      }
    >
      <ArtifactsNav workspace={workspace} current="tasks" />
      {metrics.data && (metrics.data.handoffs > 0 || list.isFiltered) && (
        <MetricTiles workspace={workspace} metrics={metrics.data} />
      )}
    </ListPage>
  );
}
