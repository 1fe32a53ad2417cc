"use client";

import { grossOf, netOf, shareOf } from "@baton/server/savings";
import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatMoney, formatPercent } from "@baton/ui/format/number";
import { Delta } from "@baton/ui/layout/delta";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Name } from "@baton/ui/primitives/name";
import { Select } from "@baton/ui/primitives/select";
import { useToast } from "@baton/ui/primitives/toast";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ListPanel } from "@/features/traffic/list-panel";
import { PairLinks, SubjectLink } from "@/features/traffic/subject-link";
import { DownloadButton } from "@/frame/download-button";
import { NotRecorded } from "@/frame/not-recorded";
import { saveFile } from "@/frame/save-file";
import type { SavingsView } from "@/server/inputs";
import type { RouterInputs, RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Ranking = RouterOutputs["ranking"]["get"];
type Row = Ranking["first"][number];
type Subject = RouterInputs["ranking"]["get"]["by"];

const SUBJECTS = [
  { value: "rule", label: "Rule" },
  { value: "pair", label: "Pair" },
  { value: "agent", label: "Agent" },
  { value: "workflow", label: "Workflow" },
  { value: "model", label: "Model" },
  { value: "field", label: "Field" },
] as const satisfies readonly { value: Subject; label: string }[];

/** Explains what a row counts, where its name does not. */
const NOTES: Partial<Record<Subject, string>> = {
  agent: "handoffs that an agent receives",
  model: "models of receivers",
  field: "days in UTC; mode and workflow do not filter fields",
};

/** Ranks rules, pairs, agents, workflows, models or fields by what they save, net. */
export function RankingPanel({ workspace, view }: { workspace: string; view: SavingsView }) {
  const [by, setBy] = useState<Subject>("rule");
  const query = useQuery(
    // Without the last rows meanwhile: those of another subject have other names.
    useTRPC().ranking.get.queryOptions({ workspace, ...view, by }),
  );
  const download = useDownload(workspace, view);
  return (
    <ListPanel
      title="Savings ranking"
      noun={by}
      note={NOTES[by]}
      actions={
        <>
          <Select
            aria-label="Rank by"
            className="w-32"
            options={SUBJECTS}
            value={by}
            onValueChange={(value) => setBy(SUBJECTS.find((one) => one.value === value)?.value ?? "rule")}
          />
          <DownloadButton label="CSV of all days" size="sm" onClick={() => void download()} />
        </>
      }
      query={query}
      columns={columnsOf(by, query.data?.hasEarlier ?? false)}
      keyOf={({ names }) => JSON.stringify(names)}
      empty={<EmptyState title="No savings in this period">Select a longer period above.</EmptyState>}
    />
  );
}

function columnsOf(by: Subject, hasEarlier: boolean): Column<Row>[] {
  const tokens = (id: string, header: string, of: (row: Row) => number, isSecondary = true) => ({
    id,
    header,
    isNumeric: true,
    isSecondary,
    sortBy: of,
    cell: (row: Row) => formatCompact(of(row)),
  });
  return [
    {
      id: "name",
      header: SUBJECTS.find(({ value }) => value === by)?.label,
      takesRest: true,
      className: "[overflow-wrap:anywhere]",
      cell: ({ names }) => <SubjectName by={by} names={names} />,
    },
    {
      ...tokens("handoffs", "Handoffs", ({ handoffCount }) => handoffCount),
      cell: ({ handoffCount }) => formatCount(handoffCount),
    },
    tokens("offered", "Offered", ({ beforeTokens }) => beforeTokens),
    tokens("gross", by === "field" ? "Removed" : "Gross", grossOf, by !== "field"),
    ...(by === "field"
      ? []
      : [
          tokens("summarizer", "Summarizer", ({ summarizerTokens }) => summarizerTokens),
          tokens("net", "Net", netOf, false),
          {
            id: "money",
            header: "Money",
            isNumeric: true,
            sortBy: ({ dollars }: Row) => dollars ?? Number.NEGATIVE_INFINITY,
            cell: ({ dollars }: Row) =>
              dollars === null ? <NotRecorded>no price</NotRecorded> : formatMoney(dollars),
          },
        ]),
    {
      id: "share",
      header: "Share",
      isNumeric: true,
      sortBy: (row) => shareOf(row) ?? 0,
      cell: (row) => {
        const share = shareOf(row);
        return share === null ? <NotRecorded>nothing offered</NotRecorded> : formatPercent(share);
      },
    },
    ...(hasEarlier
      ? [
          {
            id: "change",
            header: "Change",
            isNumeric: true,
            isSecondary: true,
            sortBy: changeOf,
            cell: (row: Row) => <Change tokens={changeOf(row)} />,
          },
        ]
      : []),
  ];
}

function changeOf(row: Row): number {
  return netOf(row) - row.netTokensBefore;
}

function Change({ tokens }: { tokens: number }) {
  if (tokens === 0) return <span className="text-text-3">none</span>;
  return (
    <Delta direction={tokens > 0 ? "up" : "down"} isGood={tokens > 0}>
      {formatCompact(Math.abs(tokens))}
    </Delta>
  );
}

function SubjectName({ by, names: [first = "", second = ""] }: { by: Subject; names: readonly string[] }) {
  if (by === "pair") return <PairLinks from={first} to={second} />;
  if (first === "") return by === "rule" ? "No rule (default)" : <NotRecorded />;
  const name = (
    <Name isCode={by !== "agent"} isWhole>
      {first}
    </Name>
  );
  if (by === "model") return name;
  return (
    <SubjectLink kind={KINDS[by]} name={first}>
      {name}
    </SubjectLink>
  );
}

/** Pages of the subjects that have one. */
const KINDS = { rule: "rules", agent: "agents", workflow: "workflows", field: "fields" } as const;

/** Returns a function that downloads all savings in long form. */
function useDownload(workspace: string, view: SavingsView) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  return async () => {
    try {
      const rows = await queryClient.fetchQuery(trpc.ranking.rows.queryOptions({ workspace, ...view }));
      const { savingsCsv } = await import("./savings-csv");
      saveFile(`savings-${view.range}.csv`, "text/csv;charset=utf-8", savingsCsv(rows));
    } catch (failure) {
      showToast({ tone: "danger", title: "Could not create the file", description: String(failure) });
    }
  };
}
