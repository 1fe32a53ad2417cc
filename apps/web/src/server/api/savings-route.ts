import { CAUSES } from "@baton/core";
import { mapCauses } from "@baton/core/internal";
import { HANDOFF_MODES } from "@baton/core/policy";
import {
  getCallHabits,
  getPriceBook,
  getSavings,
  getSummarizerCost,
  listSavingsByDay,
  listSavingsByModel,
  SAVINGS_BUCKETS,
  type SavingsTotalsRow,
} from "@baton/db";
import { worthOfSaved } from "@baton/server/pricing";
import { grossOf, netOf, savedBy, shareOf, unattributedOf } from "@baton/server/savings";
import { createRoute, z } from "@hono/zod-openapi";
import { bucketOf } from "@/search/period";
import { resolveRange } from "@/search/resolve-range";
import { Range, TimeZone } from "../inputs";
import { type Api, type ApiContext, guardedBy, PRIVATE, responses } from "./create-api";

const Tokens = z.int();

/** Totals of enforced context handoffs. All sizes are in tokens. */
const Totals = z.object({
  handoffs: z.int(),
  handoffs_with_blocked_fields: z.int(),
  tokens_before: Tokens,
  tokens_after: Tokens,
  tokens_saved: Tokens.meta({
    description: "Sum of all causes minus tokens added by translation. Does not subtract summarizer tokens.",
  }),
  saved_by: z.record(z.enum(CAUSES), Tokens).meta({ description: "Each saved token has one cause." }),
  tokens_saved_untold: Tokens.meta({ description: "From events without a cause." }),
  tokens_saved_gross: Tokens.meta({ description: "Sum of all causes and tokens_saved_untold." }),
  tokens_added: Tokens.meta({ description: "Tokens added by translation, 0 or negative." }),
  summarizer_tokens: Tokens.meta({ description: "Tokens used by the summarizer." }),
  tokens_saved_net: Tokens.meta({ description: "tokens_saved − summarizer_tokens." }),
  share_saved: z.number().nullable().meta({
    description: "tokens_saved_net ÷ tokens_before; null without input tokens.",
  }),
  observed_handoffs: z
    .int()
    .meta({ description: "Handoffs in observe mode. Their context passed unchanged." }),
  observed_tokens_saved: Tokens.meta({
    description: "Tokens those handoffs could have saved. Not included in other metrics.",
  }),
});

const Savings = z.object({
  start: z.iso.datetime(),
  end: z.iso.datetime().meta({ description: "End of the period (exclusive)." }),
  time_zone: z.string(),
  bucket: z.enum(SAVINGS_BUCKETS),
  totals: Totals.extend({
    dollars_saved_net: z.number().nullable().meta({
      description:
        "Expected value: a saved token counts in each turn of the receiver, at the prices of its model on the day. Null without a price.",
    }),
    dollars_saved_net_low: z
      .number()
      .nullable()
      .meta({ description: "The value if receivers read every token from a cache." }),
    dollars_saved_net_high: z
      .number()
      .nullable()
      .meta({ description: "The value if receivers used no cache." }),
    summarizer_dollars: z.number().nullable().meta({
      description: "Cost of summarizer_tokens at the prices of the models that summarized; null without one.",
    }),
    unpriced_tokens: Tokens.meta({
      description: "Tokens of models without a price. Not included in the dollar value.",
    }),
  }),
  points: z.array(Totals.extend({ at: z.string() })).meta({
    description: "Days (2026-11-01) or hours (2026-11-01T14) with handoffs. Empty ones are omitted.",
  }),
});

const SavingsQuery = z.strictObject({
  range: Range.default("30d"),
  tz: TimeZone.default("UTC"),
  agent: z.string().optional().meta({ description: "Agent on either side of the handoff." }),
  from: z.string().optional(),
  to: z.string().optional(),
  rule: z.string().optional().meta({ description: "Rule ID. Empty: no rule applied." }),
  mode: z.enum(HANDOFF_MODES).optional(),
  workflow: z.string().optional(),
});

export function addSavingsRoute(api: Api, context: ApiContext): void {
  const { db } = context;
  const route = createRoute({
    ...guardedBy(context, ["read"]),
    method: "get",
    path: "/savings",
    operationId: "getSavings",
    tags: ["savings"],
    summary: "Tokens saved by handoffs: totals by cause, net and gross, value, and a time series",
    request: { query: SavingsQuery },
    responses: responses(Savings),
  });
  api.openapi(route, async (c) => {
    const { range, tz, rule, ...filter } = c.req.valid("query");
    const { workspaceId } = c.get("key");
    const period = resolveRange(range, tz, Date.now());
    const scope = { workspaceId, range: period, filter: { ...filter, ruleId: rule } };
    const bucket = bucketOf(period);
    const [sums, points, days, prices, habits, summarizing] = await Promise.all([
      getSavings(db, scope),
      listSavingsByDay(db, { ...scope, bucket }),
      listSavingsByModel(db, scope),
      getPriceBook(db, scope),
      getCallHabits(db, { workspaceId, before: period.end }),
      getSummarizerCost(db, scope),
    ]);
    const worth = worthOfSaved(prices, days, habits);
    const answer = {
      start: period.start.toISOString(),
      end: period.end.toISOString(),
      time_zone: tz,
      bucket,
      totals: {
        ...toTotals(sums),
        dollars_saved_net: roundDollars(worth.dollars),
        dollars_saved_net_low: roundDollars(worth.lowDollars),
        dollars_saved_net_high: roundDollars(worth.highDollars),
        summarizer_dollars: roundDollars(summarizing.dollars),
        unpriced_tokens: worth.unpricedTokens,
      },
      points: points.map((point) => ({ at: point.day, ...toTotals(point) })),
    };
    return c.json(answer, 200, PRIVATE);
  });
}

/**
 * Rounds to a millionth of a dollar, about the finest token price, since sums of fractions have noise at the
 * end.
 */
function roundDollars(dollars: number | null): number | null {
  return dollars === null ? null : Number(dollars.toFixed(6));
}

function toTotals(sums: SavingsTotalsRow): z.output<typeof Totals> {
  return {
    handoffs: sums.handoffCount,
    handoffs_with_blocked_fields: sums.blockedCount,
    tokens_before: sums.beforeTokens,
    tokens_after: sums.afterTokens,
    tokens_saved: sums.savedTokens,
    saved_by: mapCauses((cause) => savedBy(sums, cause)),
    tokens_saved_untold: unattributedOf(sums),
    tokens_saved_gross: grossOf(sums),
    tokens_added: sums.addedTokens,
    summarizer_tokens: sums.summarizerTokens,
    tokens_saved_net: netOf(sums),
    share_saved: shareOf(sums),
    observed_handoffs: sums.observedCount,
    observed_tokens_saved: sums.observedSavedTokens,
  };
}
