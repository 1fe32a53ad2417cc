"use client";

import { DataTable } from "@baton/ui/data-table/data-table";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel } from "@baton/ui/layout/panel";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ScrollText, Search } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { auditColumns } from "@/features/audit/audit-columns";
import { AuditFilters } from "@/features/audit/audit-filters";
import { ExportMenu } from "@/features/audit/export-menu";
import { RecordDialog } from "@/features/audit/record-dialog";
import { VerifyPanel } from "@/features/audit/verify-panel";
import { ClearFilters } from "@/frame/clear-filters";
import { hasFilters } from "@/frame/has-filters";
import { NO_NAMES } from "@/frame/no-names";
import { PeriodPicker } from "@/frame/period-picker";
import { QueryError } from "@/frame/query-error";
import { SearchBox } from "@/frame/search-box";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { auditParams, toAuditInput } from "./search-params";

const UNFILTERED = { actor: null, action: null, search: null, range: null };

/** Shows the audit log, newest first, with the filters in the URL. */
export function AuditLog({ workspace }: { workspace: string }) {
  const trpc = useTRPC();
  const timeZone = useTimeZone();
  const [params, setParams] = useQueryStates(auditParams);
  const [openRecord, setOpenRecord] = useState<number | null>(null);
  const input = toAuditInput(workspace, params, timeZone);
  const facets = useQuery(trpc.audit.facets.queryOptions({ workspace }));
  const query = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextBefore,
      placeholderData: (previous) => previous,
    }),
  );
  const records = query.data?.pages.flatMap((page) => page.records) ?? [];
  const isFiltered = hasFilters(params);
  const clear = <ClearFilters onClear={() => setParams(UNFILTERED)} />;
  return (
    <>
      <PageHead
        title="Audit log"
        subtitle="Append-only record of changes. Baton can add entries but not change them."
        actions={
          <>
            <SearchBox
              label="Search subjects"
              placeholder="Subject"
              search={params.search}
              onChange={setParams}
              className="w-48 max-sm:w-full"
            />
            <PeriodPicker range={params.range ?? ""} onRangeChange={(range) => setParams({ range })} />
            <ExportMenu input={input} />
          </>
        }
      />
      <VerifyPanel workspace={workspace} />
      <AuditFilters
        params={params}
        facets={facets.data ?? { actors: NO_NAMES, actions: NO_NAMES }}
        onChange={(key, value) => setParams({ [key]: value })}
        clear={isFiltered ? clear : null}
      />
      <Panel aria-label="Audit log">
        <DataTable
          caption="Audit log (newest first)"
          columns={auditColumns(timeZone)}
          rows={records}
          keyOf={({ sequence }) => sequence}
          onSelect={({ sequence }) => setOpenRecord(sequence)}
          isLoading={query.isPending}
          error={
            query.isError && !query.data ? (
              <QueryError title="Could not load the audit log" query={query} />
            ) : undefined
          }
          empty={
            isFiltered ? (
              <EmptyState
                icon={<Search aria-hidden />}
                title="No entries match these filters"
                actions={clear}
              >
                Remove a filter or change the period.
              </EmptyState>
            ) : (
              <EmptyState icon={<ScrollText aria-hidden />} title="No entries yet">
                Baton adds an entry for each change of policies, rollout phases, members, keys and retention,
                and for each replay, export and erasure.
              </EmptyState>
            )
          }
          onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      </Panel>
      <RecordDialog
        record={records.find(({ sequence }) => sequence === openRecord) ?? null}
        timeZone={timeZone}
        onClose={() => setOpenRecord(null)}
      />
    </>
  );
}
