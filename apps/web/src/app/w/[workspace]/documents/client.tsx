"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { documentChoices } from "@/features/artifacts/document/document-choices";
import { documentColumns } from "@/features/artifacts/document/document-columns";
import { ArtifactsNav } from "@/features/artifacts/manifest/artifacts-nav";
import { ListPage } from "@/frame/list-page";
import { LIST_PAGES } from "@/frame/list-table";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { useListPage } from "@/frame/use-list-page";
import { toListInput } from "@/search/list-input";
import { useTRPC } from "@/trpc/client";
import { documentListParams } from "./search-params";

/** Lists handoff documents, newest first, with the filters in the URL. */
export function DocumentList({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const trpc = useTRPC();
  const list = useListPage(documentListParams);
  const facets = useQuery(trpc.documents.facets.queryOptions({ workspace }));
  const query = useInfiniteQuery(
    trpc.documents.list.infiniteQueryOptions(toListInput(workspace, list.params), LIST_PAGES),
  );
  return (
    <ListPage
      title="Documents"
      subtitle="Notes an agent leaves for the next one when its context is full."
      noun="documents"
      list={list}
      search={{
        label: "Search documents by title, task or path",
        placeholder: "Title, task or path",
        parts: "the title, task and path",
      }}
      choices={documentChoices(facets.data)}
      caption="Handoff documents (newest first)"
      query={query}
      rows={query.data?.pages.flatMap((page) => page.documents)}
      columns={documentColumns(timeZone)}
      keyOf={({ documentId }) => documentId}
      hrefOf={({ documentId }) => addressOf(workspace, "documents", documentId)}
      empty={
        <EmptyState icon={<FileText aria-hidden />} title="No handoff documents yet">
          Baton reads them from <code>{"handoffs/*.md"}</code> in the followed folders, with{" "}
          <code>progress/</code> files in the same folder. <code>baton template handoff</code> creates a
          template, <code className="whitespace-nowrap">baton handoff validate FILE</code> validates one. See{" "}
          <code>docs/handoff-documents.md</code>.
        </EmptyState>
      }
    >
      <ArtifactsNav workspace={workspace} current="documents" />
    </ListPage>
  );
}
