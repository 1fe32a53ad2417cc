"use client";

import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatMoney } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Name } from "@baton/ui/primitives/name";
import { useToast } from "@baton/ui/primitives/toast";
import { useQueryClient } from "@tanstack/react-query";
import { describePeriod } from "@/features/savings/overview/period-words";
import { ListPanel, type WholeListQuery } from "@/features/traffic/list-panel";
import { DownloadButton } from "@/frame/download-button";
import { NotRecorded } from "@/frame/not-recorded";
import { addressOf, withQuery } from "@/frame/pages";
import { saveFile } from "@/frame/save-file";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { SPLIT_LABELS } from "./split-labels";
import type { UsageData, UsageView } from "./usage-data";

type Row = UsageData["rows"]["first"][number];

/** Lists the model calls of a period by the split of the page; a row opens its calls or its session. */
export function UsageTable({
  workspace,
  view,
  data,
  query,
}: {
  workspace: string;
  view: UsageView;
  data: UsageData;
  query: Omit<WholeListQuery<Row>, "data">;
}) {
  const download = useDownload(workspace, view);
  return (
    <ListPanel
      title={`Usage by ${SPLIT_LABELS[view.by].toLowerCase()}`}
      noun="row"
      note={`tokens as counted by providers, cost at list prices; before: ${describePeriod(data.before)}`}
      actions={<DownloadButton label="CSV of all calls" size="sm" onClick={() => void download()} />}
      query={{ ...query, data: data.rows }}
      columns={[keyColumn(view.by, data), ...columnsWith(data)]}
      keyOf={({ key }) => key ?? ""}
      hrefOf={({ key }) => hrefOf(workspace, view, key)}
      empty={
        <EmptyState title="No model calls in this period">
          Transcripts and traces record the calls of agents.
        </EmptyState>
      }
    />
  );
}

/** Returns the link of a row: its session, or its calls by agent (an agent's by model). */
function hrefOf(workspace: string, view: UsageView, key: string | null): string | undefined {
  const { by, ...rest } = view;
  if (by === "session") return key === null ? undefined : addressOf(workspace, "sessions", key);
  const next = by === "agent" ? "model" : "agent";
  return withQuery(addressOf(workspace, "usage"), { ...rest, by: next, [by]: key ?? "" });
}

function keyColumn(by: UsageView["by"], data: UsageData): Column<Row> {
  return {
    id: "key",
    header: SPLIT_LABELS[by],
    takesRest: true,
    sum: data.rows.count > data.rows.first.length ? "All, also those not shown" : "All",
    cell: ({ key, title }) => {
      if (key === null) return <NotRecorded />;
      if (title === null) return <Name isCode>{key}</Name>;
      return (
        <>
          <Name>{title}</Name>
          <span className="block text-text-3 text-xs">
            <Name isCode>{key}</Name>
          </span>
        </>
      );
    },
  };
}

function columnsWith({ totals, totalsBefore }: UsageData): Column<Row>[] {
  const tokens = (
    id: string,
    header: string,
    of: (row: UsageData["totals"]) => number,
    isSecondary = true,
  ) => ({
    id,
    header,
    isNumeric: true,
    isSecondary,
    cell: (row: Row) => formatCompact(of(row)),
    sum: formatCompact(of(totals)),
    sortBy: of,
  });
  return [
    { ...tokens("calls", "Calls", ({ calls }) => calls), cell: ({ calls }) => formatCount(calls) },
    tokens("input", "Input", ({ inputTokens }) => inputTokens),
    tokens("write", "Cache write", ({ cacheCreationTokens }) => cacheCreationTokens),
    tokens("read", "Cache read", ({ cacheReadTokens }) => cacheReadTokens),
    tokens("output", "Output", ({ outputTokens }) => outputTokens, false),
    {
      id: "before",
      header: "Cost before",
      isNumeric: true,
      isSecondary: true,
      cell: ({ dollarsBefore }) => formatMoney(dollarsBefore),
      sum: formatMoney(totalsBefore.dollars),
      sortBy: ({ dollarsBefore }) => dollarsBefore ?? -1,
    },
    {
      id: "cost",
      header: "Cost",
      isNumeric: true,
      cell: ({ dollars }) => (dollars === null ? <NotRecorded>no price</NotRecorded> : formatMoney(dollars)),
      sum: totals.dollars === null ? "" : formatMoney(totals.dollars),
      sortBy: ({ dollars }) => dollars ?? -1,
    },
  ];
}

/** Returns a function that downloads all calls in long form. */
function useDownload(workspace: string, view: UsageView) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const timeZone = useTimeZone();
  return async () => {
    try {
      const rows = await queryClient.fetchQuery(trpc.usage.rows.queryOptions({ workspace, ...view }));
      const { usageCsv } = await import("./usage-csv");
      saveFile(`usage-${view.range}.csv`, "text/csv;charset=utf-8", usageCsv(rows, timeZone));
    } catch (failure) {
      showToast({ tone: "danger", title: "Could not create the file", description: String(failure) });
    }
  };
}
