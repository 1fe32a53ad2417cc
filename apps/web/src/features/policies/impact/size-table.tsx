"use client";

import { PriceBook, worthOfSaved } from "@baton/server/pricing";
import type { PolicyReplayResult } from "@baton/server/replay";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCountOf, formatMoney } from "@baton/ui/format/number";
import { Button } from "@baton/ui/primitives/button";
import { Name } from "@baton/ui/primitives/name";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/trpc/client";
import { type SizeRow, sizesByPair, sizesByRule } from "./impact-rows";

/**
 * Shows the tokens that pass, live and with the draft, by rule or by
 * pair, and the value of the change in total.
 */
export function SizeTable({
  workspace,
  result,
  name = "Draft",
  hasLive = true,
}: {
  workspace: string;
  result: PolicyReplayResult;
  /** Name of the policy that is replayed. */
  name?: string | undefined;
  /** False before the first policy: then the result compares with full contexts. */
  hasLive?: boolean;
}) {
  const [view, setView] = useState<"rule" | "pair">("rule");
  const all = view === "rule" ? sizesByRule(result) : sizesByPair(result);
  const rows = all.filter(({ now, draft }) => now !== draft);
  const same = formatCountOf(all.length - rows.length, view);
  const change = result.draft.afterTokens - result.now.afterTokens;
  const { data: prices } = useQuery(useTRPC().prices.list.queryOptions({ workspace }));
  const defaultModel = prices?.defaultModel ?? null;
  // A replay adds up tokens of all receivers, whichever models they use.
  const day = new Date().toISOString().slice(0, 10);
  const worth = prices
    ? worthOfSaved(new PriceBook({ listed: prices.listed, own: prices.own, defaultModel }), [
        { model: defaultModel, day, tokens: Math.abs(change) },
      ]).dollars
    : null;
  const columns: Column<SizeRow>[] = [
    {
      id: "name",
      header: view === "rule" ? "Tokens, by rule" : "Tokens, by pair",
      sum: "All handoffs",
      cell: ({ name }) => <Name isWhole>{name}</Name>,
    },
    {
      id: "now",
      header: hasLive ? "Live" : "Full",
      isNumeric: true,
      cell: ({ now }) => formatCompact(now),
      sum: formatCompact(result.now.afterTokens),
    },
    {
      id: "draft",
      header: name,
      isNumeric: true,
      cell: ({ draft }) => formatCompact(draft),
      sum: formatCompact(result.draft.afterTokens),
    },
    {
      id: "change",
      header: "Change",
      isNumeric: true,
      className: "font-semibold",
      cell: ({ now, draft }) => withSign(draft - now),
      sum: withSign(change),
    },
  ];
  return (
    <>
      {rows.length > 0 && (
        <DataTable
          caption="Tokens passed, before and with the draft"
          columns={columns}
          rows={rows}
          keyOf={({ key }) => key}
          isCompact
          maxHeight={320}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 border-line border-t px-4 py-2">
        <p>
          {change === 0 ? (
            <>
              Passes as many tokens in the period as {hasLive ? "the live policy" : "full contexts"}:{" "}
              {formatCompact(result.now.afterTokens)}
            </>
          ) : (
            <>
              {change < 0 ? "Saves" : "Passes"} <b>{formatCompact(Math.abs(change))}</b> more tokens in the
              period
            </>
          )}
          {change !== 0 &&
            worth !== null &&
            `, ≈ ${formatMoney(worth)} if read once at the input price of ${defaultModel}`}
          .{rows.length < all.length && ` ${same} without a change.`}
        </p>
        {rows.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => setView(view === "rule" ? "pair" : "rule")}>
            {view === "rule" ? "Show pairs" : "Show rules"}
          </Button>
        )}
      </div>
    </>
  );
}

function withSign(tokens: number): string {
  if (tokens === 0) return "0";
  return tokens > 0 ? `+${formatCompact(tokens)}` : formatCompact(tokens);
}
