"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import { auditChoices } from "@/features/audit/audit-choices";
import { auditColumns } from "@/features/audit/audit-columns";
import { ExportMenu } from "@/features/audit/export-menu";
import { RecordDialog } from "@/features/audit/record-dialog";
import { VerifyPanel } from "@/features/audit/verify-panel";
import { ListPage } from "@/frame/list-page";
import { LIST_PAGES } from "@/frame/list-table";
import { PeriodPicker } from "@/frame/period-picker";
import { useTimeZone } from "@/frame/time-zone";
import { useListPage } from "@/frame/use-list-page";
import { useTRPC } from "@/trpc/client";
import { auditParams, toAuditInput } from "./search-params";

/** Shows the audit log, newest first, with the filters in the URL. */
export function AuditLog({ workspace }: { workspace: string }) {
  const trpc = useTRPC();
  const timeZone = useTimeZone();
  const list = useListPage(auditParams);
  const [openRecord, setOpenRecord] = useState<number | null>(null);
  const input = toAuditInput(workspace, list.params, timeZone);
  const facets = useQuery(trpc.audit.facets.queryOptions({ workspace }));
  const query = useInfiniteQuery(trpc.audit.list.infiniteQueryOptions(input, LIST_PAGES));
  const records = query.data?.pages.flatMap((page) => page.records);
  return (
    <>
      <ListPage
        title="Audit log"
        subtitle="Append-only record of changes. Baton can add entries but not change them."
        noun="entries"
        list={list}
        search={{
          label: "Search subjects",
          placeholder: "Subject",
          parts: "the subjects",
          className: "w-48 max-sm:w-full",
        }}
        actions={
          <>
            <PeriodPicker
              range={list.params.range ?? ""}
              onRangeChange={(range) => list.setParams({ range })}
            />
            <ExportMenu input={input} />
          </>
        }
        choices={auditChoices(facets.data)}
        caption="Audit log (newest first)"
        query={query}
        rows={records}
        columns={auditColumns(timeZone)}
        keyOf={({ sequence }) => sequence}
        onSelect={({ sequence }) => setOpenRecord(sequence)}
        empty={
          <EmptyState icon={<ScrollText aria-hidden />} title="No entries yet">
            Baton adds an entry for each change of policies, rollout phases, members, keys and retention, and
            for each replay, export and erasure.
          </EmptyState>
        }
      >
        <VerifyPanel workspace={workspace} />
      </ListPage>
      <RecordDialog
        workspace={workspace}
        record={records?.find(({ sequence }) => sequence === openRecord) ?? null}
        timeZone={timeZone}
        onClose={() => setOpenRecord(null)}
      />
    </>
  );
}
