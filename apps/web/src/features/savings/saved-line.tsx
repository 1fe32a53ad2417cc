"use client";

import { netOf, shareOf } from "@baton/server/savings";
import { formatCompact, formatMoney, formatPercent } from "@baton/ui/format/number";
import { Anchor } from "@baton/ui/primitives/anchor";
import { useQuery } from "@tanstack/react-query";
import { addressOf } from "@/frame/pages";
import type { SavingsView } from "@/server/inputs";
import { useTRPC } from "@/trpc/client";
import { describeWorth } from "./describe-worth";
import { useSavings } from "./overview/use-savings";

/** Summarizes the savings in a sentence. */
export function SavedLine({ workspace, view }: { workspace: string; view: SavingsView }) {
  const { data } = useSavings(workspace, view);
  const { data: figures } = useQuery(
    useTRPC().savings.figures.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  const share = data ? shareOf(data.sums) : null;
  if (!data || share === null) return <>&nbsp;</>;
  const dollars = figures?.now.savedDollars ?? null;
  return (
    <>
      {formatCompact(netOf(data.sums))} of {formatCompact(data.sums.beforeTokens)} tokens, net:{" "}
      {formatPercent(share)}
      {dollars !== null && (
        <>
          ,{" "}
          <span title={figures && describeWorth(figures.now)}>
            <Anchor href={addressOf(workspace, "settings", "prices")}>{formatMoney(dollars)}</Anchor>
          </span>
        </>
      )}
    </>
  );
}
