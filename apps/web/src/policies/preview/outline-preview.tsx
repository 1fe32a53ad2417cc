"use client";

import type { OutlineEntry, Policy } from "@baton/core";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { ErrorState } from "@baton/ui/layout/error-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { FromTo } from "@baton/ui/primitives/from-to";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { OutcomeBadge, outcomeOf } from "@/handoff/outcomes";
import { useTRPC } from "@/trpc/client";
import { useWorkerTask } from "../worker/use-worker-task";

export type OutlinePreviewPanelProps = {
  workspace: string;
  policy: Policy;
  sessionId: string;
  eventId: string;
};

/** A handoff that was recorded, as it was and as the draft would have had it: fields and sizes, since content is not kept. */
export function OutlinePreviewPanel({ workspace, policy, sessionId, eventId }: OutlinePreviewPanelProps) {
  const query = useQuery(
    useTRPC().policies.seen.handoff.queryOptions({ workspace, session: sessionId, event: eventId }),
  );
  const { data } = query;
  const task = useMemo(
    () =>
      data?.outline
        ? {
            kind: "preview-outline" as const,
            ...{ policy, from: data.fromAgent, to: data.toAgent, outline: data.outline, now: Date.now() },
          }
        : null,
    [policy, data],
  );
  const { result, error } = useWorkerTask<"preview-outline">(task);
  if (query.isError && !data) return <QueryError title="The handoff could not be loaded" query={query} />;
  return (
    <Panel aria-label="Before and after">
      <PanelHead
        title={data ? <FromTo from={data.fromAgent} to={data.toAgent} /> : "Before and after"}
        note="sizes in tokens; content was not kept"
        actions={
          <TextLink href={addressOf(workspace, "sessions", sessionId, "handoffs", eventId)}>
            The handoff
          </TextLink>
        }
      />
      {error !== null ? (
        <div className="px-4 pb-4">
          <ErrorState title="The draft could not be tried on it">{error}</ErrorState>
        </div>
      ) : data && data.outline === null ? (
        <EmptyState title="The fields were not recorded">
          The event of this handoff has totals only.
        </EmptyState>
      ) : result && data ? (
        <Comparison recorded={data.outline ?? []} renewed={result} isTruncated={data.outlineTruncated} />
      ) : (
        <TableSkeleton rows={8} />
      )}
    </Panel>
  );
}

interface Row {
  recorded: OutlineEntry;
  renewed: OutlineEntry;
}

function Comparison({
  recorded,
  renewed,
  isTruncated,
}: {
  recorded: readonly OutlineEntry[];
  renewed: readonly OutlineEntry[];
  isTruncated: boolean;
}) {
  const rows = renewed.flatMap((entry, index): Row[] => {
    const before = recorded[index];
    return before ? [{ recorded: before, renewed: entry }] : [];
  });
  const sum = (size: (row: Row) => number) => rows.reduce((total, row) => total + size(row), 0);
  const before = sum((row) => row.recorded.tokens);
  const after = sum((row) => leftOf(row.renewed));
  const columns: Column<Row>[] = [
    {
      id: "field",
      header: "Field",
      sum: "Sum",
      cell: (row) => (
        <code
          className={
            leftOf(row.renewed) === 0
              ? "text-text-2 line-through decoration-1 [overflow-wrap:anywhere]"
              : "[overflow-wrap:anywhere]"
          }
        >
          {row.renewed.path}
        </code>
      ),
    },
    {
      id: "then",
      header: "Then",
      isSecondary: true,
      cell: (row) => <OutcomeBadge outcome={outcomeOf(row.recorded)} />,
    },
    {
      id: "draft",
      header: "With the draft",
      cell: (row) => <OutcomeBadge outcome={outcomeOf(row.renewed)} />,
    },
    {
      id: "before",
      header: "Before",
      isNumeric: true,
      isSecondary: true,
      sortBy: (row) => row.recorded.tokens,
      cell: (row) => formatCount(row.recorded.tokens),
      sum: formatCompact(before),
    },
    {
      id: "after",
      header: "After",
      isNumeric: true,
      sortBy: (row) => leftOf(row.renewed),
      cell: (row) => <span className="font-semibold">{formatCount(leftOf(row.renewed))}</span>,
      sum: formatCompact(after),
    },
  ];
  return (
    <>
      <DataTable
        caption="Fields of the context, then and with the draft"
        columns={columns}
        rows={rows}
        keyOf={(row) => row.renewed.path}
        isCompact
        maxHeight={640}
      />
      <PanelFoot>
        {before > 0 && `${formatPercent(1 - after / before)} of the context would be held back. `}
        {isTruncated && "The outline was cut at 2,000 fields: those beyond are not listed."}
      </PanelFoot>
    </>
  );
}

function leftOf({ tokens, after }: OutlineEntry): number {
  return after ?? tokens;
}
