"use client";

import { DataTable } from "@baton/ui/data-table/data-table";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel } from "@baton/ui/layout/panel";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { FileText, Search } from "lucide-react";
import { useQueryStates } from "nuqs";
import { documentColumns } from "@/features/artifacts/document/document-columns";
import { DocumentFilters } from "@/features/artifacts/document/document-filters";
import { ArtifactsNav } from "@/features/artifacts/manifest/artifacts-nav";
import { ClearFilters } from "@/frame/clear-filters";
import { hasFilters } from "@/frame/has-filters";
import { NO_NAMES } from "@/frame/no-names";
import { addressOf } from "@/frame/pages";
import { parseChoice } from "@/frame/parse-choice";
import { QueryError } from "@/frame/query-error";
import { SearchBox } from "@/frame/search-box";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { documentListParams, toListInput } from "./search-params";

const UNFILTERED = {
  search: null,
  quality: null,
  staleness: null,
  phase: null,
  finding: null,
  project: null,
};

/** Lists handoff documents, newest first, with the filters in the URL. */
export function DocumentList({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const trpc = useTRPC();
  const [params, setParams] = useQueryStates(documentListParams);
  const facets = useQuery(trpc.documents.facets.queryOptions({ workspace }));
  const query = useInfiniteQuery(
    trpc.documents.list.infiniteQueryOptions(toListInput(workspace, params), {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: (previous) => previous,
    }),
  );
  const documents = query.data?.pages.flatMap((page) => page.documents) ?? [];
  const isFiltered = hasFilters(params);
  const clear = <ClearFilters onClear={() => setParams(UNFILTERED)} />;
  return (
    <>
      <PageHead
        title="Documents"
        subtitle="Notes an agent leaves for the next one when its context is full."
        actions={
          <SearchBox
            label="Search documents by title, task or path"
            placeholder="Title, task or path"
            search={params.search}
            onChange={setParams}
          />
        }
      />
      <ArtifactsNav workspace={workspace} current="documents" />
      <DocumentFilters
        params={params}
        facets={facets.data ?? { projectRoots: NO_NAMES, phases: NO_NAMES, codes: NO_NAMES }}
        onChange={(key, value) => setParams(parseChoice(documentListParams, key, value))}
      />
      {isFiltered && documents.length > 0 && <div>{clear}</div>}
      <Panel aria-label="Handoff documents">
        <DataTable
          caption="Handoff documents (newest first)"
          columns={documentColumns(timeZone)}
          rows={documents}
          keyOf={({ documentId }) => documentId}
          hrefOf={({ documentId }) => addressOf(workspace, "documents", documentId)}
          isLoading={query.isPending}
          error={
            query.isError && !query.data ? (
              <QueryError title="The documents could not be loaded" query={query} />
            ) : undefined
          }
          empty={
            isFiltered ? (
              <EmptyState icon={<Search aria-hidden />} title="No document matches" actions={clear}>
                No documents match these filters
                {params.search ? ` with “${params.search}” in the title, task or path` : ""}.
              </EmptyState>
            ) : (
              <EmptyState icon={<FileText aria-hidden />} title="No handoff documents yet">
                Baton reads them from <code>{"handoffs/*.md"}</code> in the followed folders, with{" "}
                <code>progress/</code> files in the same folder. <code>baton template handoff</code> creates a
                template, <code className="whitespace-nowrap">baton handoff validate FILE</code> validates
                one. See <code>docs/handoff-documents.md</code>.
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
