"use client";

import type { Policy } from "@baton/core";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { ErrorState } from "@baton/ui/layout/error-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { FromTo } from "@baton/ui/primitives/from-to";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { sumBy } from "@/features/savings/points";
import { OutcomeBadge, outcomeOf } from "@/features/sessions/handoff/outcomes";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTRPC } from "@/trpc/client";
import { useWorkerTask } from "../worker/use-worker-task";
import { compareOutlines, type OutlineRow } from "./compare-outlines";
import { NoneDiffers, type ShownFields, ShownFieldsControl } from "./shown-fields";

type OutlinePreviewPanelProps = {
  workspace: string;
  policy: Policy;
  sessionId: string;
  eventId: string;
};

/**
 * Shows a recorded handoff as it was and with the draft applied: fields and sizes, because content is not
 * stored.
 */
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
            policy,
            from: data.fromAgent,
            to: data.toAgent,
            outline: data.outline,
            now: Date.now(),
          }
        : null,
    [policy, data],
  );
  const { result, error } = useWorkerTask<"preview-outline">(task);
  const [shown, setShown] = useState<ShownFields>("all");
  const rows = useMemo(
    () => (data?.outline && result ? compareOutlines(data.outline, result) : null),
    [data, result],
  );
  if (query.isError && !data) return <QueryError title="The handoff could not be loaded" query={query} />;
  return (
    <Panel aria-label="Before and after">
      <PanelHead
        title={data ? <FromTo from={data.fromAgent} to={data.toAgent} /> : "Before and after"}
        note="sizes in tokens; content is not stored"
        actions={
          <>
            {rows && (
              <ShownFieldsControl
                counts={{ all: rows.length, differing: rows.filter(({ differs }) => differs).length }}
                shown={shown}
                onShownChange={setShown}
              />
            )}
            <TextLink href={addressOf(workspace, "sessions", sessionId, "handoffs", eventId)}>
              The handoff
            </TextLink>
          </>
        }
      />
      {error !== null ? (
        <div className="px-4 pb-4">
          <ErrorState title="The preview could not be calculated">{error}</ErrorState>
        </div>
      ) : data && data.outline === null ? (
        <EmptyState title="The fields were not recorded">
          The event of this handoff contains totals only.
        </EmptyState>
      ) : rows && data ? (
        <Comparison rows={rows} shown={shown} isTruncated={data.outlineTruncated} />
      ) : (
        <TableSkeleton rows={8} />
      )}
    </Panel>
  );
}

function Comparison({
  rows,
  shown,
  isTruncated,
}: {
  rows: readonly OutlineRow[];
  shown: ShownFields;
  isTruncated: boolean;
}) {
  const listed = shown === "all" ? rows : rows.filter(({ differs }) => differs);
  const before = sumBy(rows, ({ recorded }) => recorded.tokens);
  const after = sumBy(rows, (row) => row.after);
  const columns: Column<OutlineRow>[] = [
    {
      id: "field",
      header: "Field",
      sum: "Sum",
      cell: (row) => (
        <code
          className={
            row.after === 0
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
      sum: formatCompact(sumBy(listed, ({ recorded }) => recorded.tokens)),
    },
    {
      id: "after",
      header: "After",
      isNumeric: true,
      sortBy: (row) => row.after,
      cell: (row) => <span className="font-semibold">{formatCount(row.after)}</span>,
      sum: formatCompact(sumBy(listed, (row) => row.after)),
    },
  ];
  return (
    <>
      <DataTable
        caption="Fields of the context: recorded and with the draft"
        columns={columns}
        rows={listed}
        empty={
          rows.length > 0 && <NoneDiffers>The draft does not change the result for any field.</NoneDiffers>
        }
        keyOf={(row) => row.renewed.path}
        isCompact
        maxHeight={640}
      />
      <PanelFoot>
        {before > 0 && `${formatPercent(1 - after / before)} of the context would be removed. `}
        {isTruncated && "Shows the first 2,000 fields of the outline."}
      </PanelFoot>
    </>
  );
}
