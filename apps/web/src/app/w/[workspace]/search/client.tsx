"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { formatDate } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { TextLink } from "@baton/ui/primitives/text-link";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useQueryStates } from "nuqs";
import { pageOfAddress } from "@/features/artifacts/address/page-of-address";
import { FoundSession } from "@/features/search/found-session";
import { QueryError } from "@/frame/query-error";
import { SearchBox } from "@/frame/search-box";
import { contentParams } from "@/search/content-params";
import { useTRPC } from "@/trpc/client";

/** Searches the stored lines of all sessions. */
export function SearchInSessions({ workspace }: { workspace: string }) {
  const [{ search }, setParams] = useQueryStates(contentParams);
  const query = useQuery(
    useTRPC().jump.content.queryOptions(
      { workspace, search: search ?? "" },
      { enabled: Boolean(search), placeholderData: keepPreviousData },
    ),
  );
  const { data } = query;
  return (
    <>
      <PageHead
        title="Search"
        subtitle="Words in the stored lines of all sessions: prompts, results, summaries, fields, rules and errors."
        actions={
          <SearchBox
            label="Search in all sessions"
            placeholder={'Words, "a phrase", -without'}
            search={search}
            onChange={setParams}
            className="w-96 max-sm:w-full"
          />
        }
      />
      {search?.startsWith("artifact://") && (
        <p>
          <TextLink href={pageOfAddress(workspace, search)}>Open the artifact {search}</TextLink>
        </p>
      )}
      <Panel aria-label="Results">
        <PanelHead
          title="Sessions"
          note={
            data &&
            search &&
            `${data.hasMore ? "the latest " : ""}${formatCountOf(data.sessions.length, "session")}, newest match first`
          }
        />
        {!search ? (
          <EmptyState icon={<Search aria-hidden />} title="Enter words to search for">
            All words must be in one line. The last word may be incomplete.
          </EmptyState>
        ) : data === undefined ? (
          query.isError ? (
            <PanelBody>
              <QueryError title="Could not search the sessions" query={query} />
            </PanelBody>
          ) : (
            <TableSkeleton rows={6} />
          )
        ) : data.sessions.length === 0 ? (
          <EmptyState icon={<Search aria-hidden />} title={`No results for “${search}”`}>
            Baton searched the lines that it stores. Try fewer words.
          </EmptyState>
        ) : (
          <ul className="flex flex-col divide-y divide-line border-line border-t">
            {data.sessions.map((found) => (
              <FoundSession
                key={found.sessionId}
                workspace={workspace}
                found={found}
                words={data.words}
                search={search}
              />
            ))}
          </ul>
        )}
        {data?.coldUntil && search && (
          <PanelFoot>
            Lines until {formatDate(new Date(data.coldUntil), "UTC")} are in cold storage, where this search
            does not look.
          </PanelFoot>
        )}
        {data?.isCut && search && (
          <PanelFoot>
            Many lines match, so Baton looked at 60 of each month. Add a word to find the others.
          </PanelFoot>
        )}
      </Panel>
    </>
  );
}
