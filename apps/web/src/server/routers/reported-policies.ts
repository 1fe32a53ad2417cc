import {
  countReplayHandoffs,
  getHandoff,
  listObservedAgents,
  listObservedFields,
  listObservedPairs,
  listRecentHandoffs,
  listReplayHandoffs,
  ReplayCursor,
} from "@baton/db";
import { packOutlines } from "@baton/server/replay";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { resolveRange } from "@/search/resolve-range";
import { PeriodInput } from "../inputs";
import { largeProcedure, operationProcedure } from "../trpc";

/** Handoffs per page: about 300 kB, so that a replay reports its progress a few times per second. */
const PAGE_SIZE = 2_500;
const RECENT_HANDOFFS = 50;

/** Fixed end time of a running replay. */
const Until = z.date().min(new Date("1970-01-01")).max(new Date("2999-12-31"));

const PairFilter = z.object({ from: z.string().optional(), to: z.string().optional() });

export const reportedPoliciesRouter = {
  /** Lists the agents in past handoffs, busiest first. */
  agents: operationProcedure("policies.seen.agents").query(async ({ ctx }) => {
    const seen = await listObservedAgents(ctx.db, { workspaceId: ctx.workspace.workspaceId });
    return seen.map(({ agent }) => agent);
  }),

  /**
   * Lists the fields in past handoffs with their number of uses, for two agents in the latest 5,000.
   */
  fields: operationProcedure("policies.seen.fields")
    .input(PairFilter)
    .query(({ ctx, input: { from, to } }) =>
      listObservedFields(ctx.db, { workspaceId: ctx.workspace.workspaceId, from, to }),
    ),

  /** Lists the pairs of agents with context handoffs in a period, with their traffic. */
  pairs: operationProcedure("policies.seen.pairs")
    .input(PeriodInput)
    .query(({ ctx, input }) => {
      const span = resolveRange(input.range, input.tz, Date.now());
      return listObservedPairs(ctx.db, { workspaceId: ctx.workspace.workspaceId, span });
    }),

  /**
   * Returns a page of the handoffs of a period with their outlines, for a replay. `page` is the JSON text of
   * an `OutlinePage`; `total` is on the first page; `next` is null on the last.
   */
  outlines: largeProcedure("policies.seen.outlines")
    .input(PeriodInput.extend({ cursor: ReplayCursor.nullable(), until: Until.optional() }))
    .query(async ({ ctx, input: { range, tz, cursor, until } }) => {
      const { workspaceId } = ctx.workspace;
      const end = until ?? new Date();
      const span = { ...resolveRange(range, tz, end.getTime()) };
      const [total, { handoffs, next }] = await Promise.all([
        cursor === null ? countReplayHandoffs(ctx.db, { workspaceId, span }) : null,
        listReplayHandoffs(ctx.db, { workspaceId, span, cursor, limit: PAGE_SIZE }),
      ]);
      return { page: JSON.stringify(packOutlines(handoffs)), total, next };
    }),

  /** Lists the latest handoffs that a preview can use. */
  recent: operationProcedure("policies.seen.recent")
    .input(PairFilter)
    .query(({ ctx, input: { from, to } }) =>
      listRecentHandoffs(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        from,
        to,
        limit: RECENT_HANDOFFS,
      }),
    ),

  /** Returns one handoff's outline with sizes in tokens, since content is not stored. */
  handoff: operationProcedure("policies.seen.handoff")
    .input(z.object({ session: z.string(), event: z.string() }))
    .query(async ({ ctx, input }) => {
      const { workspaceId } = ctx.workspace;
      const found = await getHandoff(ctx.db, { workspaceId, sessionId: input.session, eventId: input.event });
      if (!found) throw new TRPCError({ code: "NOT_FOUND", message: "Handoff not found." });
      const { fromAgent, toAgent, beforeTokens, occurredAt } = found.handoff;
      const { entries = null, isTruncated = false } = found.outline ?? {};
      return {
        fromAgent,
        toAgent,
        beforeTokens,
        occurredAt,
        outline: entries,
        outlineTruncated: isTruncated,
      };
    }),
} satisfies TRPCRouterRecord;
