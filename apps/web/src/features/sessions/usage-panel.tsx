"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatMoney } from "@baton/ui/format/number";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import { NotRecorded } from "@/frame/not-recorded";
import type { RouterOutputs } from "@/server/root";

type Listed = RouterOutputs["sessions"]["get"]["usage"];
type Usage = Listed["first"][number];

/** Shows the provider's token counts for each agent of a session. */
export function UsagePanel({ usage: { first, count, own } }: { usage: Listed }) {
  if (first.length === 0) return null;
  const total = first.reduce((sum, { dollars }) => sum + (dollars ?? 0), 0);
  const hasSessionsBelow = (own?.tokens ?? 0) < first.reduce((sum, row) => sum + tokensOf(row), 0);
  const figure = (id: string, header: string, tokens: (row: Usage) => number): Column<Usage> => ({
    id,
    header,
    isNumeric: true,
    cell: (row) => formatCount(tokens(row)),
    sum: formatCount(first.reduce((sum, row) => sum + tokens(row), 0)),
  });
  const columns: Column<Usage>[] = [
    {
      id: "agent",
      header: "Agent",
      sum: count > first.length ? "Agents shown" : "All agents",
      cell: (row) => (
        <>
          <Name isCode isWhole>
            {row.agent}
          </Name>
          <span className="block text-sm text-text-3">{row.models.join(", ")}</span>
        </>
      ),
    },
    { ...figure("calls", "Calls", (row) => row.calls), isSecondary: true },
    figure("input", "Input", (row) => row.inputTokens),
    { ...figure("created", "Cache written", (row) => row.cacheCreationTokens), isSecondary: true },
    { ...figure("read", "Cache read", (row) => row.cacheReadTokens), isSecondary: true },
    figure("output", "Output", (row) => row.outputTokens),
    {
      id: "cost",
      header: "Cost",
      isNumeric: true,
      cell: ({ dollars }) => (dollars === null ? <NotRecorded>no price</NotRecorded> : formatMoney(dollars)),
      sum: total > 0 ? formatMoney(total) : "",
    },
  ];
  return (
    <Panel aria-label="Usage">
      <PanelHead
        title="Usage"
        note={`tokens, counted by the model provider${count > first.length ? `, the ${first.length} agents with the most output` : ""}`}
      />
      <DataTable caption="Usage by agent" columns={columns} rows={first} keyOf={(row) => row.agent} />
      {hasSessionsBelow && <PanelFoot>{describeOwn(own)}</PanelFoot>}
    </Panel>
  );
}

function tokensOf(row: Usage): number {
  return row.inputTokens + row.cacheCreationTokens + row.cacheReadTokens + row.outputTokens;
}

/** Explains the difference to the session list, which counts each session alone. */
function describeOwn(own: Listed["own"]): string {
  const others = "The rest is usage of sessions that it started.";
  if (own === null) return `This session made no calls itself. ${others}`;
  const cost = own.dollars === null ? "" : ` for ${formatMoney(own.dollars)}`;
  return `This session itself used ${formatCompact(own.tokens)} tokens${cost}. ${others}`;
}
