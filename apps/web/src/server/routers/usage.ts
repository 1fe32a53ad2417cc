import { getPriceBook, listDailyUsage, listSessionTitles } from "@baton/db";
import { costOfCalls } from "@baton/server/pricing";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { listBuckets, periodBefore } from "@/search/resolve-range";
import { USAGE_SPLITS } from "@/search/usage-params";
import { PeriodInput } from "../inputs";
import { isRecorded } from "../is-recorded";
import { keepFirst } from "../keep-first";
import { toPeriodScope } from "../savings-scope";
import { largeProcedure } from "../trpc";
import { sumCalls, tokensOf, usageBy } from "../usage-by-model";

/** Period, split and filters of the usage page. An empty filter selects calls without that value. */
const UsageView = PeriodInput.extend({
  by: z.enum(USAGE_SPLITS),
  model: z.string().optional(),
  agent: z.string().optional(),
  person: z.string().optional(),
  folder: z.string().optional(),
  repository: z.string().optional(),
  branch: z.string().optional(),
});

export const usageRouter = {
  /**
   * Returns the model calls of a period: totals, and tokens and cost by the split, and by day; totals
   * and cost also of the previous period.
   */
  get: largeProcedure("usage.get")
    .input(UsageView)
    .query(async ({ ctx, input: { range, tz, by, ...filter } }) => {
      const scope = toPeriodScope(ctx.workspace.workspaceId, { range, tz });
      const group = by === "model" ? [] : [by];
      const before = periodBefore(scope.range);
      const [calls, callsBefore, prices] = await Promise.all([
        listDailyUsage(ctx.db, { ...scope, by: group, filter }),
        listDailyUsage(ctx.db, { ...scope, range: before, by: group, filter }),
        getPriceBook(ctx.db, scope),
      ]);
      const earlier = new Map(
        usageBy(callsBefore, (one) => one[by], prices).map(({ key, dollars }) => [key, dollars]),
      );
      const rows = usageBy(calls, (one) => one[by], prices).sort((a, b) => tokensOf(b) - tokensOf(a));
      const { first, count } = keepFirst(rows);
      const titles =
        by === "session"
          ? await listSessionTitles(ctx.db, { ...scope, sessionIds: first.flatMap(({ key }) => key ?? []) })
          : new Map<string, string>();
      return {
        period: scope.range,
        buckets: listBuckets(scope.range, "day"),
        before,
        totals: sumCalls(calls, prices),
        totalsBefore: sumCalls(callsBefore, prices),
        isFair: isRecorded(before, callsBefore),
        rows: {
          first: first.map((row) => ({
            ...row,
            title: titles.get(row.key ?? "") ?? null,
            dollarsBefore: earlier.get(row.key) ?? null,
          })),
          count,
        },
        days: usageBy(calls, ({ day, [by]: key }) => JSON.stringify([day, key]), prices).map(
          ({ key, dollars, ...sums }) => {
            const [day, id] = DayKey.parse(JSON.parse(key));
            return { day, id, tokens: tokensOf(sums), dollars };
          },
        ),
      };
    }),

  /** Returns the model calls of a period in long form, for a file: a row for each day and combination. */
  rows: largeProcedure("usage.rows")
    .input(UsageView)
    .query(async ({ ctx, input: { range, tz, by: _, ...filter } }) => {
      const scope = toPeriodScope(ctx.workspace.workspaceId, { range, tz });
      const groups = ["agent", "person", "folder", "repository", "branch", "session"] as const;
      const [calls, prices] = await Promise.all([
        listDailyUsage(ctx.db, { ...scope, by: groups, filter }),
        getPriceBook(ctx.db, scope),
      ]);
      return calls.map(({ contextAbove, ...row }) => ({
        ...row,
        dollars: costOfCalls(prices, [{ ...row, contextAbove }]).dollars,
      }));
    }),
} satisfies TRPCRouterRecord;

const DayKey = z.tuple([z.string(), z.string().nullable()]);
