import { buildLineage, HANDOFF_MODES } from "@baton/core";
import {
  countSessionEvents,
  getSession,
  listSessionCompactions,
  listSessionFiles,
  listSessionHandoffs,
  listSessions,
  listSessionUsage,
  SESSION_SORTS,
} from "@baton/db";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { resolveRange } from "@/search/resolve-range";
import { Range, TimeZone } from "../inputs";
import { operationProcedure } from "../trpc";

const PAGE_SIZE = 50;

/** For a session that is there. */
function sessionProcedure(operation: "sessions.get" | "sessions.getSummary") {
  return operationProcedure(operation)
    .input(z.object({ session: z.string() }))
    .use(async ({ ctx, input, next }) => {
      const key = { workspaceId: ctx.workspace.workspaceId, sessionId: input.session };
      const session = await getSession(ctx.db, key);
      if (!session) {
        throw new TRPCError({ code: "NOT_FOUND", message: `There is no session “${input.session}”.` });
      }
      return next({ ctx: { session } });
    });
}

export const sessionsRouter = {
  /** A page of sessions. A range narrows to those with anything in it, the other filters to those with such a handoff. */
  list: operationProcedure("sessions.list")
    .input(
      z.object({
        search: z.string().max(200).optional(),
        sort: z.enum(SESSION_SORTS).default("recent"),
        range: Range.optional(),
        tz: TimeZone.default("UTC"),
        agent: z.string().optional(),
        from: z.string().optional(),
        to: z.string().optional(),
        rule: z.string().optional(),
        mode: z.enum(HANDOFF_MODES).optional(),
        cursor: z.object({ value: z.number(), sessionId: z.string() }).nullish(),
      }),
    )
    .query(({ ctx, input }) => {
      const period = input.range ? resolveRange(input.range, input.tz, Date.now()) : undefined;
      return listSessions(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        search: input.search?.trim(),
        sort: input.sort,
        start: period?.start,
        end: period?.end,
        filter: {
          agent: input.agent,
          from: input.from,
          to: input.to,
          ruleId: input.rule,
          mode: input.mode,
        },
        cursor: input.cursor ?? undefined,
        limit: PAGE_SIZE,
      });
    }),

  /** A session's row alone: enough to know that it is there, and what it is called. */
  getSummary: sessionProcedure("sessions.getSummary").query(({ ctx }) => ({ session: ctx.session })),

  /** One session: who handed what to whom, its compactions, what its calls used, and the files it came from. */
  get: sessionProcedure("sessions.get").query(async ({ ctx }) => {
    const { session } = ctx;
    const [handoffs, compactions, usage, files, eventTypes] = await Promise.all([
      listSessionHandoffs(ctx.db, session),
      listSessionCompactions(ctx.db, session),
      listSessionUsage(ctx.db, session),
      listSessionFiles(ctx.db, session),
      countSessionEvents(ctx.db, session),
    ]);
    const lineage = buildLineage(
      handoffs.map((handoff) => ({ ...handoff, occurredAt: handoff.occurredAt.getTime() })),
    );
    return { session, handoffs, compactions, usage, files, eventTypes, lineage };
  }),
} satisfies TRPCRouterRecord;
