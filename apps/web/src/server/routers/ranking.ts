import { groupBy } from "@baton/core/internal";
import {
  getCallHabits,
  getPriceBook,
  listSavingsBySubject,
  listSavingsInLongForm,
  listSubjectDays,
  SAVINGS_SUBJECTS,
} from "@baton/db";
import { worthOfSaved } from "@baton/server/pricing";
import { netOf } from "@baton/server/savings";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { comparedPeriod } from "@/search/resolve-range";
import { SavingsView } from "../inputs";
import { keepFirst } from "../keep-first";
import { toScope } from "../savings-scope";
import { largeProcedure } from "../trpc";

/** Rows of a file, which spreadsheets can still open. */
const MOST_FILE_ROWS = 100_000;

const Names = z.array(z.string());

export const rankingRouter = {
  /**
   * Ranks rules, pairs, agents, workflows, models or fields by their net savings, each with its money and its net
   * savings in the previous period. A field has no money.
   */
  get: largeProcedure("ranking.get")
    .input(SavingsView.extend({ by: z.enum(SAVINGS_SUBJECTS) }))
    .query(async ({ ctx, input: { by, ...view } }) => {
      const scope = toScope(ctx.workspace.workspaceId, view);
      const [now, before, prices, habits] = await Promise.all([
        listSavingsBySubject(ctx.db, { ...scope, by }),
        listSavingsBySubject(ctx.db, { ...scope, range: comparedPeriod(scope.range, view.compare), by }),
        getPriceBook(ctx.db, scope),
        getCallHabits(ctx.db, { workspaceId: scope.workspaceId, before: scope.range.end }),
      ]);
      const { first, count } = keepFirst(now.filter(({ handoffCount }) => handoffCount > 0));
      const keys = first.map(({ key }) => key);
      const days = groupBy(await listSubjectDays(ctx.db, { ...scope, by, keys }), ({ key }) => key);
      const earlier = new Map(before.map((sums) => [sums.key, netOf(sums)]));
      return {
        first: first.map(({ key, ...sums }) => ({
          names: Names.parse(JSON.parse(key)),
          ...sums,
          dollars: worthOfSaved(prices, days.get(key) ?? [], habits).dollars,
          netTokensBefore: earlier.get(key) ?? 0,
        })),
        count,
        hasEarlier: before.some(({ handoffCount }) => handoffCount > 0),
      };
    }),

  /** Returns the savings of a period in long form, for a file: a row for each day and combination, with its money. */
  rows: largeProcedure("ranking.rows")
    .input(SavingsView)
    .query(async ({ ctx, input }) => {
      const scope = toScope(ctx.workspace.workspaceId, input);
      const [rows, prices, habits] = await Promise.all([
        listSavingsInLongForm(ctx.db, { ...scope, limit: MOST_FILE_ROWS + 1 }),
        getPriceBook(ctx.db, scope),
        getCallHabits(ctx.db, { workspaceId: scope.workspaceId, before: scope.range.end }),
      ]);
      if (rows.length > MOST_FILE_ROWS) {
        const message = `The file would have more than ${MOST_FILE_ROWS} rows. Select a shorter period or a filter.`;
        throw new TRPCError({ code: "BAD_REQUEST", message });
      }
      return rows.map((row) => {
        const tokens = netOf(row);
        return {
          ...row,
          netTokens: tokens,
          dollars: worthOfSaved(prices, [{ ...row, tokens }], habits).dollars,
        };
      });
    }),
} satisfies TRPCRouterRecord;
