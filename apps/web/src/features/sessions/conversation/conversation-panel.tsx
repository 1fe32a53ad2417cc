"use client";

import { pairResults } from "@baton/server/conversation/pair-results";
import { formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { Select } from "@baton/ui/primitives/select";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useEffect, useMemo, useState } from "react";
import { QueryError } from "@/frame/query-error";
import { conversationParams } from "@/search/conversation-params";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { isActive } from "../active-badge";
import { conversationLinks } from "./conversation-address";
import { ConversationList } from "./conversation-list";
import type { ConversationLoader } from "./loader";

type Address = { workspace: string; session: string };
type Page = RouterOutputs["conversation"]["page"];

const FILTERS = [
  { value: "all", label: "All" },
  { value: "messages", label: "Messages" },
  { value: "errors", label: "Errors" },
] as const;
const OWN = "";
const ALL = "*";
const END = "end";
/** A page with fewer items than these leaves room on the screen. */
const FEW_ITEMS = 20;
/** While a session is active, the panel looks for new items at this interval. */
const LOOK_MILLISECONDS = 5_000;

/** Shows what was said and done in a session, page by page. */
export function ConversationPanel(address: Address) {
  const { workspace, session } = address;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [{ speaker, only, at }, setParams] = useQueryStates(conversationParams);
  const [start, setStart] = useState(at);
  const query = useInfiniteQuery(
    trpc.conversation.page.infiniteQueryOptions(
      { workspace, session, agent: speaker, filter: only, at: start },
      {
        getNextPageParam: ({ next }) => next,
        getPreviousPageParam: ({ previous }) => previous,
        // Fetching all pages again takes seconds; the last button fetches what is new.
        staleTime: Number.POSITIVE_INFINITY,
      },
    ),
  );
  const { data: agents = [] } = useQuery(trpc.conversation.agents.queryOptions({ workspace, session }));
  const pages = query.data?.pages;
  const items = useMemo(() => pairResults(pages?.flatMap((page) => page.items) ?? []), [pages]);
  const marked = at === null ? null : (items.find(({ key }) => isAt(key, at))?.key ?? null);
  // A link to an item that is not loaded starts there.
  if (at === null ? start !== null : at !== start && pages && marked === null) setStart(at);
  useEffect(() => {
    if (marked !== null) document.getElementById(`item-${marked}`)?.scrollIntoView({ block: "start" });
  }, [marked]);
  const lastKey = start === END && pages?.length === 1 ? items.at(-1)?.key : undefined;
  useEffect(() => {
    if (lastKey) document.getElementById(`item-${lastKey}`)?.scrollIntoView({ block: "end" });
  }, [lastKey]);
  // Few lines pass a filter: reads on until the screen is full or the session ends.
  const { fetchNextPage, fetchPreviousPage } = query;
  const isIdle = !query.isFetching && !query.isError;
  const isSparse = pages !== undefined && items.length < FEW_ITEMS && isIdle;
  const [readsOn, readsBack] = [
    isSparse && start !== END && pages.at(-1)?.hasNext === true,
    isSparse && start === END && query.hasPreviousPage,
  ];
  useEffect(() => {
    if (readsOn) void fetchNextPage();
    if (readsBack) void fetchPreviousPage();
  }, [readsOn, readsBack, fetchNextPage, fetchPreviousPage]);
  const links = useMemo(
    () => conversationLinks({ workspace, session }, { speaker, only }),
    [workspace, session, speaker, only],
  );
  const loader = useMemo(
    (): ConversationLoader => ({
      text: (key) => queryClient.fetchQuery(trpc.conversation.text.queryOptions({ workspace, session, key })),
      image: (key, image) =>
        queryClient.fetchQuery(trpc.conversation.image.queryOptions({ workspace, session, key, image })),
    }),
    [queryClient, trpc, workspace, session],
  );
  const isAtEnd = pages?.at(-1)?.hasNext === false && query.hasNextPage && isIdle;
  const lastAt = items.at(-1)?.at ?? 0;
  useEffect(() => {
    if (!isAtEnd || !isActive(lastAt)) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void fetchNextPage();
    }, LOOK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isAtEnd, lastAt, fetchNextPage]);
  if (query.isError && !query.data)
    return <QueryError title="Could not load the conversation" query={query} />;
  const problem = pages?.find((page) => page.problem !== null)?.problem;
  const unstored = pages?.reduce((sum, page) => sum + page.unstoredLines, 0) ?? 0;
  const last = pages?.at(-1);
  return (
    <Panel aria-label="Conversation">
      <PanelHead
        hasLine
        title="Conversation"
        note={pages && `${formatCountOf(items.length, "item")}${last?.hasNext ? " loaded" : ""}`}
        actions={
          <>
            {agents.length > 0 && (
              <Select
                aria-label="Agent"
                className="w-44"
                options={[
                  { value: OWN, label: "Main agent" },
                  { value: ALL, label: "All agents" },
                  ...agents.map(({ agentId, name }, index) => ({
                    value: agentId,
                    label: `${name ?? "unknown"} (${index + 1})`,
                  })),
                ]}
                value={speaker ?? OWN}
                onValueChange={(value) => void setParams({ speaker: value || null, at: null })}
              />
            )}
            {last?.hasNext && start !== END && (
              <Button onClick={() => void setParams({ at: END })}>Go to the end</Button>
            )}
            {query.hasPreviousPage && (
              <Button onClick={() => void setParams({ at: null })}>Go to the start</Button>
            )}
            <SegmentedControl
              label="Show"
              options={FILTERS}
              value={only}
              onValueChange={(value) => void setParams({ only: value })}
            />
          </>
        }
      />
      {speaker !== null && speaker !== ALL && (
        <p className="border-line border-b px-4 py-2 text-text-2">
          Messages of one subagent.{" "}
          <Button size="sm" onClick={() => void setParams({ speaker: null, at: null })}>
            Back to the main agent
          </Button>
        </p>
      )}
      {problem && <p className="border-line border-b px-4 py-2 text-text-2">{problem}</p>}
      {unstored > 0 && items.length > 0 && (
        <p className="border-line border-b px-4 py-2 text-text-2">
          The text of {formatCountOf(unstored, "line")} is not stored: content storage was off at the import.
        </p>
      )}
      {query.hasPreviousPage && (
        <More isBusy={query.isFetchingPreviousPage} onClick={() => void query.fetchPreviousPage()}>
          Show earlier messages
        </More>
      )}
      {pages ? (
        <ConversationList items={items} marked={marked} links={links} loader={loader} />
      ) : (
        <TableSkeleton rows={10} />
      )}
      {pages && items.length === 0 && !last?.hasNext && (
        <NothingSaid page={last} only={only} speaker={speaker} unstored={unstored} />
      )}
      {query.isFetchNextPageError && (
        <PanelBody>
          <QueryError title="Could not load more messages" query={query} />
        </PanelBody>
      )}
      {query.hasNextPage && (
        <More isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {last?.hasNext ? "Show more messages" : "Check for new messages"}
        </More>
      )}
    </Panel>
  );
}

function More({ isBusy, onClick, children }: { isBusy: boolean; onClick: () => void; children: string }) {
  return (
    <div className="flex justify-center border-line border-y px-4 py-2.5 last:border-b-0">
      <Button disabled={isBusy} onClick={onClick}>
        {isBusy ? "Loading…" : children}
      </Button>
    </div>
  );
}

/** Explains an empty conversation: the reason and the next step. */
function NothingSaid({
  page,
  only,
  speaker,
  unstored,
}: {
  page: Page | undefined;
  only: string;
  speaker: string | null;
  unstored: number;
}) {
  if (unstored > 0) {
    return (
      <EmptyState title="The text of this session is not stored">
        Content storage was off when Baton imported it. To keep the text of later sessions, set
        BATON_STORE_CONTENT=true and restart ingest.
      </EmptyState>
    );
  }
  if (only !== "all")
    return <EmptyState title="No items match">Choose another agent, or show all items.</EmptyState>;
  if (speaker !== null) {
    return (
      <EmptyState title="Baton has read no messages of this agent">
        They appear when Baton reads its transcript. Its handoffs have its prompt and its answer.
      </EmptyState>
    );
  }
  if (page?.next === null) {
    return (
      <EmptyState title="No lines of this session are stored any more">
        Retention or an erasure deleted them. The totals remain.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No messages in the lines of this session">
      Baton reads messages from Claude Code, Codex, Copilot CLI, Gemini CLI, Qwen Code and OpenCode. Search
      the lines to read other sources.
    </EmptyState>
  );
}

/** Returns true if a key is that of the item at a place, or of a part of its line. */
function isAt(key: string, at: string): boolean {
  return key === at || key.startsWith(`${at}.`) || key.startsWith(`${at}-`);
}
