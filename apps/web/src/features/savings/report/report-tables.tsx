import { netOf, shareOf } from "@baton/core";
import {
  formatCompact,
  formatCount,
  formatCountOf,
  formatMoney,
  formatPercent,
  formatPoints,
  formatRatio,
} from "@baton/ui/format/number";
import { formatDate } from "@baton/ui/format/time";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Name } from "@baton/ui/primitives/name";
import { COUNTED_APART } from "@/features/savings/overview/counted-apart";
import { SHARE_TARGET } from "@/features/savings/overview/share-target";
import { formatPrice } from "@/features/settings/prices/format-price";
import type { RouterOutputs } from "@/server/root";
import { ReportPart, ReportTable } from "./report-table";

type Details = RouterOutputs["report"]["get"];
type Figures = RouterOutputs["savings"]["figures"]["now"];

/** Rows of a table that people would still read on paper. */
const MOST_LISTED = 10;

function noteOf(shown: number, all: number, what: string): string | null {
  return all > shown ? `${shown} of ${all} ${what}` : null;
}

/** What was promised, and whether it was kept. */
export function TargetsTable({ figures, details }: { figures: Figures; details: Details }) {
  const { savedShare, overBudget } = figures;
  const rows = [
    ...(savedShare === null
      ? []
      : [
          {
            figure: "Share saved",
            target: `at least ${formatPercent(SHARE_TARGET)}`,
            now: formatPercent(savedShare),
            isMet: savedShare >= SHARE_TARGET,
          },
        ]),
    ...details.compression.map(({ type, target, ratio }) => ({
      figure: `Compression, ${type}`,
      target: `at least ${formatRatio(target)}`,
      now: formatRatio(ratio),
      isMet: ratio >= target,
    })),
    ...(overBudget.whole === 0
      ? []
      : [
          {
            figure: `Manifests over their budget of ${formatCount(details.handoffLimit)} tokens`,
            target: "none",
            now: `${formatCount(overBudget.part)} of ${formatCount(overBudget.whole)}`,
            isMet: overBudget.part === 0,
          },
        ]),
    ...(figures.overTarget.whole === 0
      ? []
      : [
          {
            figure: "Task handoffs over 500 tokens",
            target: "none",
            now: `${formatCount(figures.overTarget.part)} of ${formatCount(figures.overTarget.whole)}`,
            isMet: figures.overTarget.part === 0,
          },
        ]),
  ];
  return (
    <ReportPart title="Targets">
      <ReportTable
        caption="Targets, and whether they were met"
        rows={rows}
        keyOf={({ figure }) => figure}
        empty="Nothing in this time can be held against a target."
        columns={[
          { id: "figure", header: "Figure", cell: ({ figure }) => figure },
          { id: "target", header: "Target", isNumeric: true, cell: ({ target }) => target },
          { id: "now", header: "In this time", isNumeric: true, cell: ({ now }) => now },
          { id: "met", header: "Met", isNumeric: true, cell: ({ isMet }) => (isMet ? "✓ met" : "▼ missed") },
        ]}
      />
    </ReportPart>
  );
}

/** What to look into: pairs that save less than they did, rules that nothing matched. */
export function WorseTable({ worse }: { worse: RouterOutputs["overview"]["worse"] }) {
  const { pairs, hasEarlier, ruleCount, idleRules } = worse;
  return (
    <ReportPart
      title="What got worse"
      note={[
        noteOf(MOST_LISTED, pairs.length, "pairs"),
        ruleCount > 0 &&
          (idleRules.length === 0
            ? `All ${ruleCount} rules of the live policy matched in this period, whatever the filters.`
            : `Rules of the live policy that matched no handoffs, whatever the filters, ${idleRules.length} of ${ruleCount}: ${idleRules.join(", ")}.`),
      ]
        .filter(Boolean)
        .join(". ")}
    >
      <ReportTable
        caption="Pairs of agents that save less of what they are offered than before"
        rows={pairs.slice(0, MOST_LISTED)}
        keyOf={({ fromAgent, toAgent }) => JSON.stringify([fromAgent, toAgent])}
        empty={
          hasEarlier
            ? "No pair of agents saves less of what it is offered than it did."
            : "There is nothing before this time to hold it against."
        }
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

/** Which fields agents are given most often though nobody may pass them on. */
export function BlockedFieldsTable({ blocked }: { blocked: RouterOutputs["savings"]["blockedFields"] }) {
  return (
    <ReportPart
      title="Fields blocked most"
      note={
        blocked.fields.length > 0 &&
        `Of ${blocked.lookedAt === null ? "all handoffs" : `the latest ${formatCountOf(blocked.lookedAt, "handoff")}`} in which a field was blocked. ${COUNTED_APART}`
      }
    >
      <ReportTable
        caption="Fields that were blocked most"
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
    header: "Offered",
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

/** The pairs and the rules that saved most. */
export function TrafficTables({ details: { pairs, rules } }: { details: Details }) {
  return (
    <>
      <ReportPart title="Pairs that saved most" note={noteOf(pairs.first.length, pairs.count, "pairs")}>
        <ReportTable
          caption="Pairs of agents, those that saved most first"
          rows={pairs.first}
          keyOf={({ fromAgent, toAgent }) => JSON.stringify([fromAgent, toAgent])}
          empty="Nothing was handed over."
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
      <ReportPart title="Rules that saved most" note={noteOf(rules.first.length, rules.count, "rules")}>
        <ReportTable
          caption="Rules, those that saved most first"
          rows={rules.first}
          keyOf={({ ruleId }) => ruleId}
          empty="Nothing was handed over."
          columns={[
            {
              id: "rule",
              header: "Rule",
              cell: ({ ruleId }) =>
                ruleId === "" ? (
                  "No rule, the default applied"
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

export type PricesTableProps = { details: Details; figures: Figures };

/** What the money is made of: each price with the day from which it holds. */
export function PricesTable({ details, figures }: PricesTableProps) {
  const { prices, defaultModel } = details;
  return (
    <ReportPart
      title="Prices used"
      note={
        <>
          US dollars for a million tokens of input, uncached, of the receiver’s model on the day (UTC) of the
          handoff.{" "}
          {defaultModel === null
            ? "No default model is chosen: what names no model has no price."
            : `What names no model, or one without a price, counts as ${defaultModel}.`}
          {figures.unpricedTokens !== 0 && ` Without a price: ${formatCount(figures.unpricedTokens)} tokens.`}
        </>
      }
    >
      <ReportTable
        caption="Prices by which tokens were turned into money"
        rows={prices}
        keyOf={({ model, effectiveFrom }) => `${model} ${effectiveFrom}`}
        empty="No token of this time has a price."
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
          { id: "origin", header: "By", isSecondary: true, cell: ({ origin }) => origin },
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
