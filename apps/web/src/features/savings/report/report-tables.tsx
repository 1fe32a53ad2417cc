import { netOf, shareOf } from "@baton/server/savings";
import {
  formatCompact,
  formatCount,
  formatCountOf,
  formatMoney,
  formatPercent,
  formatPoints,
} from "@baton/ui/format/number";
import { formatDate } from "@baton/ui/format/time";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Name } from "@baton/ui/primitives/name";
import { COUNTED_APART } from "@/features/savings/overview/counted-apart";
import { formatPrice } from "@/features/settings/prices/format-price";
import type { RouterOutputs } from "@/server/root";
import { ReportPart, ReportTable } from "./report-table";

type Details = RouterOutputs["report"]["get"];
type Metrics = RouterOutputs["savings"]["figures"]["now"];

/** Maximum rows of a table on paper. */
const MOST_LISTED = 10;

function noteOf(shown: number, all: number, what: string): string | null {
  return all > shown ? `${shown} of ${all} ${what}` : null;
}

/** Lists what needs attention: pairs that save less than before, and rules without a match. */
export function WorseTable({ worse }: { worse: RouterOutputs["overview"]["worse"] }) {
  const { pairs, hasEarlier, ruleCount, idleRules } = worse;
  return (
    <ReportPart
      title="What got worse"
      note={[
        noteOf(MOST_LISTED, pairs.length, "pairs"),
        ruleCount > 0 &&
          (idleRules.length === 0
            ? `All ${ruleCount} rules of the live policy matched in this period (filters do not apply).`
            : `Rules of the live policy that matched no handoffs (filters do not apply), ${idleRules.length} of ${ruleCount}: ${idleRules.join(", ")}.`),
      ]
        .filter(Boolean)
        .join(". ")}
    >
      <ReportTable
        caption="Pairs of agents that save a smaller share than before"
        rows={pairs.slice(0, MOST_LISTED)}
        keyOf={({ fromAgent, toAgent }) => JSON.stringify([fromAgent, toAgent])}
        empty={hasEarlier ? "No pair saves a smaller share than before." : "No data for the compared period."}
        columns={[
          {
            id: "pair",
            header: "Pair",
            cell: ({ fromAgent, toAgent }) => <FromTo from={fromAgent} to={toAgent} />,
          },
          {
            id: "was",
            header: "Was",
            isNumeric: true,
            cell: ({ shareBefore }) => formatPercent(shareBefore),
          },
          { id: "now", header: "Now", isNumeric: true, cell: ({ shareNow }) => formatPercent(shareNow) },
          {
            id: "change",
            header: "Change",
            isNumeric: true,
            cell: ({ shareBefore, shareNow }) => `▼ ${formatPoints(shareBefore - shareNow)}`,
          },
          {
            id: "lost",
            header: "Tokens lost",
            isNumeric: true,
            cell: ({ lostTokens }) => formatCount(lostTokens),
          },
        ]}
      />
    </ReportPart>
  );
}

/** Lists the blocked fields agents receive most often. */
export function BlockedFieldsTable({ blocked }: { blocked: RouterOutputs["savings"]["blockedFields"] }) {
  return (
    <ReportPart
      title="Most blocked fields"
      note={
        blocked.fields.length > 0 &&
        `Based on ${blocked.lookedAt === null ? "all handoffs" : `the latest ${formatCountOf(blocked.lookedAt, "handoff")}`} with a blocked field. ${COUNTED_APART}`
      }
    >
      <ReportTable
        caption="Most blocked fields"
        rows={blocked.fields.slice(0, MOST_LISTED)}
        keyOf={({ path }) => path}
        empty="No blocked fields recorded in this period."
        columns={[
          {
            id: "field",
            header: "Field",
            cell: ({ path }) => (
              <Name isCode isWhole>
                {path}
              </Name>
            ),
          },
          {
            id: "handoffs",
            header: "Handoffs",
            isNumeric: true,
            isSecondary: true,
            cell: ({ handoffCount }) => formatCount(handoffCount),
          },
          { id: "tokens", header: "Tokens", isNumeric: true, cell: ({ tokens }) => formatCount(tokens) },
        ]}
      />
    </ReportPart>
  );
}

type Traffic = Details["pairs"]["first"][number] | Details["rules"]["first"][number];

const TRAFFIC_COLUMNS = [
  {
    id: "handoffs",
    header: "Handoffs",
    isNumeric: true,
    isSecondary: true,
    cell: ({ handoffCount }: Traffic) => formatCount(handoffCount),
  },
  {
    id: "offered",
    header: "Original",
    isNumeric: true,
    isSecondary: true,
    cell: ({ beforeTokens }: Traffic) => formatCompact(beforeTokens),
  },
  {
    id: "saved",
    header: "Saved, net",
    isNumeric: true,
    cell: (traffic: Traffic) => formatCompact(netOf(traffic)),
  },
  {
    id: "share",
    header: "Share",
    isNumeric: true,
    cell: (traffic: Traffic) => {
      const share = shareOf(traffic);
      return share === null ? "–" : formatPercent(share);
    },
  },
];

/** Lists the pairs and rules that saved most. */
export function TrafficTables({ details: { pairs, rules } }: { details: Details }) {
  return (
    <>
      <ReportPart title="Pairs with the most savings" note={noteOf(pairs.first.length, pairs.count, "pairs")}>
        <ReportTable
          caption="Pairs of agents (most savings first)"
          rows={pairs.first}
          keyOf={({ fromAgent, toAgent }) => JSON.stringify([fromAgent, toAgent])}
          empty="No handoffs in this period."
          columns={[
            {
              id: "pair",
              header: "Pair",
              cell: ({ fromAgent, toAgent }) => <FromTo from={fromAgent} to={toAgent} />,
            },
            ...TRAFFIC_COLUMNS,
          ]}
        />
      </ReportPart>
      <ReportPart title="Rules with the most savings" note={noteOf(rules.first.length, rules.count, "rules")}>
        <ReportTable
          caption="Rules (most savings first)"
          rows={rules.first}
          keyOf={({ ruleId }) => ruleId}
          empty="No handoffs in this period."
          columns={[
            {
              id: "rule",
              header: "Rule",
              cell: ({ ruleId }) =>
                ruleId === "" ? (
                  "No rule (default)"
                ) : (
                  <Name isCode isWhole>
                    {ruleId}
                  </Name>
                ),
            },
            ...TRAFFIC_COLUMNS,
          ]}
        />
      </ReportPart>
    </>
  );
}

type PricesTableProps = { details: Details; figures: Metrics };

/** Lists the prices behind the dollar values, each with its first day. */
export function PricesTable({ details, figures }: PricesTableProps) {
  const { prices, defaultModel } = details;
  return (
    <ReportPart
      title="Prices used"
      note={
        <>
          Price: US dollars per million uncached input tokens of the receiver’s model, on the day of the
          handoff (UTC). Money: a saved token counts in each turn of the receiver, at cache prices if it uses
          a cache.{" "}
          {defaultModel === null
            ? "No default model: handoffs without a model are not priced."
            : `Handoffs without a model or price use the price of ${defaultModel}.`}
          {figures.unpricedTokens !== 0 && ` Without a price: ${formatCount(figures.unpricedTokens)} tokens.`}
        </>
      }
    >
      <ReportTable
        caption="Prices used to convert tokens to money"
        rows={prices}
        keyOf={({ model, effectiveFrom }) => `${model} ${effectiveFrom}`}
        empty="No tokens in this period have a price."
        columns={[
          {
            id: "model",
            header: "Model",
            cell: ({ model }) => (
              <Name isCode isWhole>
                {model}
              </Name>
            ),
          },
          {
            id: "price",
            header: "Price",
            isNumeric: true,
            cell: ({ inputPrice }) => formatPrice(inputPrice),
          },
          {
            id: "from",
            header: "From",
            isNumeric: true,
            isSecondary: true,
            cell: ({ effectiveFrom }) => formatDate(new Date(effectiveFrom), "UTC"),
          },
          { id: "origin", header: "Origin", isSecondary: true, cell: ({ origin }) => origin },
          {
            id: "tokens",
            header: "Tokens, net",
            isNumeric: true,
            cell: ({ tokens }) => formatCount(tokens),
          },
          { id: "money", header: "Money", isNumeric: true, cell: ({ dollars }) => formatMoney(dollars) },
        ]}
        sums={figures.savedDollars === null ? [] : ["All", "", "", "", "", formatMoney(figures.savedDollars)]}
      />
    </ReportPart>
  );
}
