"use client";

import { DataTable } from "@baton/ui/data-table/data-table";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel } from "@baton/ui/layout/panel";
import { Chip } from "@baton/ui/primitives/chip";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ClipboardList, Search } from "lucide-react";
import { useQueryStates } from "nuqs";
import { ArtifactsNav } from "@/features/artifacts/manifest/artifacts-nav";
import { MetricTiles } from "@/features/artifacts/task/metric-tiles";
import { taskColumns } from "@/features/artifacts/task/task-columns";
import { TaskFilters } from "@/features/artifacts/task/task-filters";
import { ClearFilters } from "@/frame/clear-filters";
import { hasFilters } from "@/frame/has-filters";
import { NO_NAMES } from "@/frame/no-names";
import { addressOf } from "@/frame/pages";
import { parseChoice } from "@/frame/parse-choice";
import { QueryError } from "@/frame/query-error";
import { SearchBox } from "@/frame/search-box";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { SORTS, type TaskListParams, taskListParams, toFilterInput } from "./search-params";

const SORT_LABELS = {
  recent: "Newest",
  deadline: "Due first",
  priority: "Priority",
  size: "Largest",
} as const;

const UNFILTERED = {
  search: null,
  session: null,
  agent: null,
  status: null,
  verdict: null,
  priority: null,
  finding: null,
  over: null,
  reworked: null,
  range: null,
  tz: null,
};

/**
 * Shows the metrics of task handoffs, and each handoff,
 * filtered and sorted as in the URL.
 */
export function TaskList({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const trpc = useTRPC();
  const [params, setParams] = useQueryStates(taskListParams);
  const filter = toFilterInput(workspace, params);
  const facets = useQuery(trpc.tasks.facets.queryOptions({ workspace }));
  const metrics = useQuery(
    trpc.tasks.metrics.queryOptions(filter, { placeholderData: (previous) => previous }),
  );
  const query = useInfiniteQuery(
    trpc.tasks.list.infiniteQueryOptions(
      { ...filter, sort: params.sort },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: (previous) => previous },
    ),
  );
  const tasks = query.data?.pages.flatMap((page) => page.tasks) ?? [];
  const isFiltered = hasFilters(params);
  const clear = <ClearFilters onClear={() => setParams(UNFILTERED)} />;
  return (
    <>
      <PageHead
        title="Tasks"
        subtitle="Task assignments between agents and their responses."
        actions={
          <>
            <SearchBox
              label="Search tasks by name or id"
              placeholder="Name or id"
              search={params.search}
              onChange={setParams}
              className="w-56 max-sm:w-full"
            />
            <SegmentedControl
              label="Order"
              options={SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
              value={params.sort}
              onValueChange={(sort) => setParams({ sort })}
            />
          </>
        }
      />
      <ArtifactsNav workspace={workspace} current="tasks" />
      {metrics.data && (metrics.data.handoffs > 0 || isFiltered) && (
        <MetricTiles workspace={workspace} metrics={metrics.data} />
      )}
      <TaskFilters
        params={params}
        facets={facets.data ?? { agents: NO_NAMES, codes: NO_NAMES }}
        onChange={(key, value) => setParams(parseChoice(taskListParams, key, value))}
      />
      {isFiltered && tasks.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {listChips(params).map(({ key, label }) => (
            <Chip
              key={key}
              removeLabel={`Remove the filter ${label}`}
              onRemove={() => setParams({ [key]: null })}
            >
              {label}
            </Chip>
          ))}
          {clear}
        </div>
      )}
      <Panel aria-label="Task handoffs">
        <DataTable
          caption="Task handoffs"
          columns={taskColumns(timeZone)}
          rows={tasks}
          keyOf={({ attemptId }) => attemptId}
          hrefOf={({ attemptId }) => addressOf(workspace, "tasks", attemptId)}
          isLoading={query.isPending}
          error={
            query.isError && !query.data ? (
              <QueryError title="The tasks could not be loaded" query={query} />
            ) : undefined
          }
          empty={
            isFiltered ? (
              <EmptyState icon={<Search aria-hidden />} title="No task matches" actions={clear}>
                No tasks match these filters
                {params.search ? ` with “${params.search}” in the name or ID` : ""}.
              </EmptyState>
            ) : (
              <EmptyState icon={<ClipboardList aria-hidden />} title="No task handoffs yet">
                Baton reads them from <code>task_handoff</code> and <code>task_response</code> events in
                session files: <code>TaskLifecycle</code> of <code>@baton/core/task</code> writes them;{" "}
                <code className="whitespace-nowrap">baton task validate FILE</code> validates one before you
                send it. See <code>docs/tasks.md</code>.
              </EmptyState>
            )
          }
          onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      </Panel>
    </>
  );
}

/** Lists the active filters without a control. */
function listChips({ session, over, reworked, range }: TaskListParams) {
  return [
    { key: "range", label: range?.replace("..", " to "), isOn: range !== null },
    { key: "session", label: `session ${session}`, isOn: session !== null },
    { key: "over", label: "over 500 tokens", isOn: over === true },
    { key: "reworked", label: "retried", isOn: reworked === true },
  ].filter(({ isOn }) => isOn);
}
