import {
  formatCompact,
  formatCount,
  formatMoney,
  formatPercent,
  formatPoints,
} from "@baton/ui/format/number";
import { Name } from "@baton/ui/primitives/name";
import type { ReactNode } from "react";
import { type Change, changeOf, differenceOf } from "@/features/savings/overview/change";
import { ChangeNote } from "@/features/savings/overview/change-note";
import type { RouterOutputs } from "@/server/root";
import { ReportNumber, ReportNumbers } from "./report-numbers";
import { ReportPart, ReportTable } from "./report-table";

type Usage = RouterOutputs["report"]["get"]["usage"];
type UsageTablesProps = { usage: Usage; isCompared: boolean; hasFilters: boolean };

/** Shows what model calls cost in the period and before it, by model and agent; nothing without calls. */
export function UsageTables({ usage, isCompared, hasFilters }: UsageTablesProps) {
  const { now, before, models, agents } = usage;
  if (now.calls === 0 && before.calls === 0) return null;
  return (
    <>
      <ReportPart
        title="Model calls"
        note={
          <>
            As counted by providers, each call once, at list prices.
            {hasFilters && " The filters of this report do not apply."}
            {now.unpricedTokens > 0 &&
              ` ${formatCompact(now.unpricedTokens)} tokens have no price and are not included in the cost.`}
          </>
        }
      >
        <Totals usage={usage} isCompared={isCompared} />
      </ReportPart>
      <UsageTable title="Cost by model" header="Model" rows={models} isCompared={isCompared} />
      <UsageTable title="Cost by agent" header="Agent" rows={agents} isCompared={isCompared} />
    </>
  );
}

function Totals({ usage, isCompared }: { usage: Usage; isCompared: boolean }) {
  const { now, before, isFair } = usage;
  const noteOf = (change: Change | null, was: string, format = formatPercent, isMoreGood?: boolean) =>
    isCompared && (
      <ChangeNote
        change={isFair ? change : null}
        format={format}
        {...(before.calls === 0 && { without: "no earlier data" })}
        {...(isMoreGood !== undefined && { isMoreGood })}
      >
        was {was}
      </ChangeNote>
    );
  const cost = changeOf(now.dollars ?? 0, before.dollars ?? 0);
  const cached =
    now.cachedShare === null || before.cachedShare === null
      ? null
      : differenceOf(now.cachedShare, before.cachedShare);
  return (
    <ReportNumbers>
      <ReportNumber
        label="Cost"
        value={formatMoney(now.dollars)}
        note={noteOf(cost, formatMoney(before.dollars), formatPercent, false)}
      />
      <ReportNumber
        label="Tokens used"
        value={formatCompact(now.tokens)}
        note={noteOf(changeOf(now.tokens, before.tokens), formatCompact(before.tokens))}
      />
      <ReportNumber
        label="Model calls"
        value={formatCount(now.calls)}
        note={noteOf(changeOf(now.calls, before.calls), formatCount(before.calls))}
      />
      <ReportNumber
        label="Input read from cache"
        value={shareOr(now.cachedShare)}
        note={noteOf(cached, shareOr(before.cachedShare), formatPoints)}
      />
    </ReportNumbers>
  );
}

function UsageTable({
  title,
  header,
  rows,
  isCompared,
}: {
  title: string;
  header: string;
  rows: Usage["models"];
  isCompared: boolean;
}) {
  return (
    <ReportPart
      title={title}
      note={rows.count > rows.first.length && `${rows.first.length} of ${rows.count}, highest cost first`}
    >
      <ReportTable
        caption={title}
        rows={rows.first}
        keyOf={({ key }) => key ?? ""}
        empty="No model calls in this period."
        columns={[
          {
            id: "key",
            header,
            cell: ({ key }): ReactNode =>
              key === null ? (
                "not recorded"
              ) : (
                <Name isCode isWhole>
                  {key}
                </Name>
              ),
          },
          {
            id: "calls",
            header: "Calls",
            isNumeric: true,
            isSecondary: true,
            cell: ({ calls }) => formatCount(calls),
          },
          { id: "tokens", header: "Tokens", isNumeric: true, cell: ({ tokens }) => formatCompact(tokens) },
          ...(isCompared
            ? [
                {
                  id: "before",
                  header: "Cost before",
                  isNumeric: true,
                  isSecondary: true,
                  cell: ({ dollarsBefore }: Usage["models"]["first"][number]) => formatMoney(dollarsBefore),
                },
              ]
            : []),
          { id: "cost", header: "Cost", isNumeric: true, cell: ({ dollars }) => formatMoney(dollars) },
        ]}
      />
    </ReportPart>
  );
}

function shareOr(share: number | null): string {
  return share === null ? "–" : formatPercent(share);
}
