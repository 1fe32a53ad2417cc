"use client";

import { DataTable } from "@baton/ui/data-table/data-table";
import { isolateName } from "@baton/ui/format/readable-name";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel } from "@baton/ui/layout/panel";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Button } from "@baton/ui/primitives/button";
import { Chip } from "@baton/ui/primitives/chip";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Search, Waypoints } from "lucide-react";
import { useQueryStates } from "nuqs";
import { compareAddress, useChosenSessions } from "@/features/sessions/compare/chosen-sessions";
import { useSessionColumns } from "@/features/sessions/session-columns";
import { BatonCommand, FollowCommand } from "@/frame/commands";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { SearchBox } from "@/frame/search-box";
import { useTRPC } from "@/trpc/client";
import { toListInput } from "./list-input";
import { SORTS, sessionListParams } from "./search-params";

const SORT_LABELS = { recent: "Newest", saved: "Most saved", handoffs: "Most handoffs" } as const;

/** Lists the sessions of a workspace with search, filters, sorting and paging. */
export function SessionList({ workspace }: { workspace: string }) {
  const [params, setParams] = useQueryStates(sessionListParams);
  const trpc = useTRPC();
  const query = useInfiniteQuery(
    trpc.sessions.list.infiniteQueryOptions(toListInput(workspace, params), {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: (previous) => previous,
    }),
  );
  const sessions = query.data?.pages.flatMap((page) => page.sessions) ?? [];
  const filters = listFilters(params);
  const isFiltered = filters.length > 0 || Boolean(params.search);
  const clear = () =>
    setParams({
      search: null,
      range: null,
      agent: null,
      from: null,
      to: null,
      rule: null,
      mode: null,
      violation: null,
      leak: null,
    });
  const chosen = useChosenSessions();
  const [a, b] = chosen.ids;
  const chips = filters.map(({ label, keys }) => (
    <Chip
      key={label}
      removeLabel={`Remove the filter ${label}`}
      onRemove={() => setParams(Object.fromEntries(keys.map((key) => [key, null])))}
    >
      {label}
    </Chip>
  ));

  return (
    <>
      <PageHead
        title="Sessions"
        subtitle="Handoffs between agents, by session."
        actions={
          <>
            <SearchBox
              label="Search sessions by title, ID, agent, or words in tasks and summaries"
              placeholder="Title, ID, agent, words"
              search={params.search}
              onChange={setParams}
            />
            {a !== undefined && (
              <Button asChild={b !== undefined} variant="primary" disabled={b === undefined}>
                {b === undefined ? (
                  "Choose another to compare"
                ) : (
                  <Anchor href={compareAddress(workspace, a, b)}>Compare 2 sessions</Anchor>
                )}
              </Button>
            )}
            <SegmentedControl
              label="Shown"
              options={[
                { value: "all", label: "All" },
                { value: "violation", label: "Policy violations" },
                { value: "leak", label: "Leaks" },
              ]}
              value={params.leak ? "leak" : params.violation ? "violation" : "all"}
              onValueChange={(shown) =>
                setParams({
                  violation: shown === "violation" ? true : null,
                  leak: shown === "leak" ? true : null,
                })
              }
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
      {params.compare !== null && (
        <p className="flex flex-wrap items-center gap-3">
          Choose the session to compare with <code>{params.compare}</code>.
          <Button variant="ghost" size="sm" onClick={() => setParams({ compare: null })}>
            Cancel
          </Button>
        </p>
      )}
      {chips.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {chips}
          <Button variant="ghost" size="sm" onClick={clear}>
            Clear filters
          </Button>
        </div>
      )}
      <Panel aria-label="Sessions">
        <DataTable
          caption="Sessions"
          columns={useSessionColumns(chosen)}
          rows={sessions}
          keyOf={(session) => session.sessionId}
          hrefOf={({ sessionId }) =>
            params.compare === null
              ? addressOf(workspace, "sessions", sessionId)
              : compareAddress(workspace, params.compare, sessionId)
          }
          isLoading={query.isPending}
          error={
            query.isError && sessions.length === 0 ? (
              <QueryError title="Could not load the sessions" query={query} />
            ) : undefined
          }
          empty={
            isFiltered ? (
              <EmptyState
                icon={<Search />}
                title="No sessions match these filters"
                filters={chips}
                actions={<Button onClick={clear}>Clear filters</Button>}
              >
                {params.search
                  ? `Baton searched titles, IDs, workflows, agents, tasks and summaries for “${params.search}”.`
                  : null}
              </EmptyState>
            ) : (
              <EmptyState icon={<Waypoints />} title="No sessions yet">
                Point Baton at a folder of session files: <BatonCommand>ingest PATH</BatonCommand>, or{" "}
                <FollowCommand /> to import new sessions.
              </EmptyState>
            )
          }
          onLoadMore={query.hasNextPage ? () => query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      </Panel>
    </>
  );
}

type Params = ReturnType<typeof useQueryStates<typeof sessionListParams>>[0];

/** Lists the active filters as labels, each with its URL parameters. */
function listFilters(params: Params): { label: string; keys: (keyof Params)[] }[] {
  const filters: { label: string; keys: (keyof Params)[] }[] = [];
  if (params.range) filters.push({ label: params.range.replace("..", " to "), keys: ["range"] });
  if (params.agent) filters.push({ label: `agent ${isolateName(params.agent)}`, keys: ["agent"] });
  if (params.from || params.to) {
    filters.push({
      label: `${isolateName(params.from ?? "any")} → ${isolateName(params.to ?? "any")}`,
      keys: ["from", "to"],
    });
  }
  if (params.rule !== null) {
    filters.push({
      label: params.rule === "" ? "no rule" : `rule ${isolateName(params.rule)}`,
      keys: ["rule"],
    });
  }
  if (params.mode) filters.push({ label: `mode ${params.mode}`, keys: ["mode"] });
  if (params.violation) filters.push({ label: "policy violation", keys: ["violation"] });
  if (params.leak) filters.push({ label: "leak", keys: ["leak"] });
  return filters;
}
