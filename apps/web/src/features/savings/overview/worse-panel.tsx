"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCompact, formatPercent, formatPoints } from "@baton/ui/format/number";
import { Delta } from "@baton/ui/layout/delta";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { FromTo } from "@baton/ui/primitives/from-to";
import { useQuery } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import { useId } from "react";
import { subjectAddress } from "@/features/traffic/subject";
import { SubjectLink } from "@/features/traffic/subject-link";
import { withQuery } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import type { FallenPair } from "./fallen-pairs";

/** Maximum pairs to show and rules to name. */
const MOST_SHOWN = 5;

/** Lists what needs attention: pairs that save less than before, and rules without a match. */
export function WorsePanel({ workspace, view }: { workspace: string; view: SavingsView }) {
  const titleId = useId();
  const query = useQuery(
    useTRPC().overview.worse.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  const { data } = query;
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead title="What got worse" titleId={titleId} note="against the compared period, tokens lost" />
      {query.isError && !data ? (
        <PanelBody>
          <QueryError title="Could not load the comparison" query={query} />
        </PanelBody>
      ) : (
        <DataTable
          caption="Pairs of agents that save a smaller share than before"
          columns={COLUMNS}
          rows={data?.pairs.slice(0, MOST_SHOWN) ?? []}
          keyOf={({ fromAgent, toAgent }) => JSON.stringify([fromAgent, toAgent])}
          hrefOf={({ fromAgent, toAgent }) =>
            withQuery(subjectAddress(workspace, "pairs", fromAgent, toAgent), {
              range: view.range,
              tz: view.tz,
            })
          }
          isLoading={query.isPending}
          empty={
            <p className="px-4 py-3 text-text-2">
              {data?.hasEarlier
                ? "No pair saves a smaller share than before."
                : "No data for the compared period."}
            </p>
          }
        />
      )}
      {data && (
        <PanelFoot>
          <IdleRules {...data} />
        </PanelFoot>
      )}
    </Panel>
  );
}

/** Lists the rules of the live policy that matched no handoffs, or states that all matched. Ignores the filters. */
function IdleRules({ ruleCount, idleRules }: RouterOutputs["overview"]["worse"]) {
  if (ruleCount === 0) return "No live policy, so no rules to match.";
  if (idleRules.length === 0) {
    return (
      <span className="inline-flex items-center gap-2">
        <Check className="size-3.5 text-ok" aria-hidden />
        {ruleCount === 1 ? "The only rule" : `All ${ruleCount} rules`} of the live policy matched in this
        period (filters do not apply).
      </span>
    );
  }
  const named = idleRules.slice(0, MOST_SHOWN);
  const others = idleRules.length - named.length;
  return (
    <span className="inline-flex items-start gap-2">
      <TriangleAlert className="mt-0.5 size-3.5 shrink-0 text-warn" aria-hidden />
      <span>
        {idleRules.length} of {ruleCount} rules of the live policy matched no handoffs in this period (filters
        do not apply):{" "}
        {named.map((ruleId, index) => (
          <span key={ruleId}>
            {index > 0 && ", "}
            <SubjectLink kind="rules" name={ruleId} />
          </span>
        ))}
        {others > 0 && ` and ${others} more`}.
      </span>
    </span>
  );
}

const COLUMNS: readonly Column<FallenPair>[] = [
  {
    id: "pair",
    header: "Pair",
    cell: ({ fromAgent, toAgent }) => <FromTo from={fromAgent} to={toAgent} className="whitespace-normal" />,
  },
  {
    id: "before",
    header: "Was",
    isNumeric: true,
    isSecondary: true,
    cell: ({ shareBefore }) => formatPercent(shareBefore),
  },
  {
    id: "now",
    header: "Now",
    isNumeric: true,
    cell: ({ shareNow }) => <strong className="font-semibold">{formatPercent(shareNow)}</strong>,
  },
  {
    id: "change",
    header: "Change",
    isNumeric: true,
    cell: ({ shareBefore, shareNow }) => (
      <Delta direction="down" isGood={false}>
        {formatPoints(shareBefore - shareNow)}
      </Delta>
    ),
  },
  {
    id: "lost",
    header: "Lost",
    isNumeric: true,
    cell: ({ lostTokens }) => formatCompact(lostTokens),
  },
];
