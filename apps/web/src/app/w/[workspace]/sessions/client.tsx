"use client";

import { formatCompact, formatCountOf } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Button } from "@baton/ui/primitives/button";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Waypoints } from "lucide-react";
import { useSearchParams } from "next/navigation";
import type { inferParserType } from "nuqs";
import { SavedViewsButton } from "@/features/saved-views/saved-views-button";
import { ColumnsButton } from "@/features/sessions/columns-button";
import { compareAddress, useChosenSessions } from "@/features/sessions/compare/chosen-sessions";
import { sessionChoices } from "@/features/sessions/session-choices";
import { useSessionColumns } from "@/features/sessions/session-columns";
import { BatonCommand, FollowCommand } from "@/frame/commands";
import { ListPage, rangeChip } from "@/frame/list-page";
import { LIST_PAGES } from "@/frame/list-table";
import { addressOf, withQuery } from "@/frame/pages";
import { PeriodPicker } from "@/frame/period-picker";
import { useListPage } from "@/frame/use-list-page";
import { toListInput } from "@/search/list-input";
import { useTRPC } from "@/trpc/client";
import { SORTS, sessionListParams } from "./search-params";

const SORT_LABELS = { recent: "Newest", saved: "Most saved", handoffs: "Most handoffs" } as const;

/** Lists the sessions of a workspace with search, filters, sorting and paging. */
export function SessionList({ workspace }: { workspace: string }) {
  const trpc = useTRPC();
  const list = useListPage(sessionListParams);
  const { params, setParams } = list;
  const { compare, columns: _, ...input } = toListInput(workspace, params);
  const query = useInfiniteQuery(trpc.sessions.list.infiniteQueryOptions(input, LIST_PAGES));
  const facets = useQuery(trpc.sessions.facets.queryOptions({ workspace }));
  const total = query.data?.pages[0]?.total;
  const chosen = useChosenSessions();
  const [a, b] = chosen.ids;
  const { columns, offered } = useSessionColumns(workspace, chosen, params.columns);
  const address = useSearchParams();
  const counted = (word: string, count: number | undefined) =>
    count ? `${word} ${formatCompact(count)}` : word;
  return (
    <ListPage
      title="Sessions"
      subtitle={
        total
          ? `${describeTotal(total)}, with the handoffs between their agents.`
          : "Handoffs between agents, by session."
      }
      choices={sessionChoices(facets.data)}
      filters={
        <div className="flex flex-wrap items-center gap-2">
          <SegmentedControl
            label="Shown"
            options={[
              { value: "all", label: "All" },
              { value: "violation", label: counted("Policy violations", facets.data?.violations) },
              { value: "leak", label: counted("Leaks", facets.data?.leaks) },
              { value: "errors", label: counted("Errors", facets.data?.errors) },
            ]}
            value={params.leak ? "leak" : params.violation ? "violation" : params.errors ? "errors" : "all"}
            onValueChange={(shown) =>
              setParams({
                violation: shown === "violation" ? true : null,
                leak: shown === "leak" ? true : null,
                errors: shown === "errors" ? true : null,
              })
            }
          />
          <PeriodPicker range={params.range ?? ""} onRangeChange={(range) => setParams({ range })} />
          <SegmentedControl
            label="Order"
            className="ml-auto"
            options={SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
            value={params.sort}
            onValueChange={(sort) => setParams({ sort })}
          />
        </div>
      }
      noun="sessions"
      list={list}
      search={{
        label: "Search sessions by title, ID, agent, or words in tasks and summaries",
        placeholder: "Title, ID, agent, words",
        parts: "titles, IDs, workflows, agents, tasks and summaries",
        elsewhere: (search) => (
          <Button asChild size="sm">
            <Anchor href={withQuery(addressOf(workspace, "search"), { search })}>
              Search prompts, results and errors
            </Anchor>
          </Button>
        ),
      }}
      actions={
        <>
          {a !== undefined && (
            <Button asChild={b !== undefined} variant="primary" disabled={b === undefined}>
              {b === undefined ? (
                "Choose another to compare"
              ) : (
                <Anchor href={compareAddress(workspace, a, b)}>Compare 2 sessions</Anchor>
              )}
            </Button>
          )}
          <ColumnsButton
            workspace={workspace}
            offered={offered}
            shown={columns}
            onChange={(columns) => setParams({ columns })}
          />
          <SavedViewsButton workspace={workspace} page="sessions" params={toViewParams(address)} />
        </>
      }
      chips={listChips(params)}
      caption="Sessions"
      query={query}
      rows={query.data?.pages.flatMap((page) => page.sessions)}
      columns={columns}
      keyOf={({ sessionId }) => sessionId}
      hrefOf={({ sessionId }) =>
        compare === undefined
          ? addressOf(workspace, "sessions", sessionId)
          : compareAddress(workspace, compare, sessionId)
      }
      empty={
        <EmptyState icon={<Waypoints />} title="No sessions yet">
          Point Baton at a folder of session files: <BatonCommand>ingest PATH</BatonCommand>, or{" "}
          <FollowCommand /> to import new sessions.
        </EmptyState>
      }
    >
      {compare !== undefined && (
        <p className="flex flex-wrap items-center gap-3">
          <span>
            Choose the session to compare with <code>{compare}</code>
          </span>
          <Button variant="ghost" size="sm" onClick={() => setParams({ compare: null })}>
            Cancel
          </Button>
        </p>
      )}
    </ListPage>
  );
}

/** Returns the parameters of the URL that a saved view keeps. */
function toViewParams(address: URLSearchParams): Record<string, string> {
  const kept = Object.keys(sessionListParams).filter((key) => key !== "compare");
  return Object.fromEntries([...address].filter(([key]) => kept.includes(key)));
}

function describeTotal({ count, isMore }: { count: number; isMore: boolean }): string {
  return isMore ? `More than ${formatCountOf(count, "session")}` : formatCountOf(count, "session");
}

/** Lists the active filters as labels, each with its URL parameters. */
function listChips(params: inferParserType<typeof sessionListParams>) {
  const { range, from, to, rule, mode, violation, leak, errors } = params;
  const chips = rangeChip(range);
  if (from || to) {
    chips.push({
      label: `${isolateName(from ?? "any")} → ${isolateName(to ?? "any")}`,
      keys: ["from", "to"],
    });
  }
  if (rule === "") chips.push({ label: "no rule", keys: ["rule"] });
  if (mode) chips.push({ label: `mode ${mode}`, keys: ["mode"] });
  if (violation) chips.push({ label: "policy violation", keys: ["violation"] });
  if (leak) chips.push({ label: "leak", keys: ["leak"] });
  if (errors) chips.push({ label: "errors", keys: ["errors"] });
  return chips;
}
