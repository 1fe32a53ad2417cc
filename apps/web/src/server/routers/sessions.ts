import { hasConversation } from "@baton/core/internal";
import { HANDOFF_MODES } from "@baton/core/policy";
import { HANDOFF_KINDS } from "@baton/core/session";
import {
  countSessionEvents,
  countSessions,
  getSession,
  getSessionColumns,
  getSessionFacets,
  listContentFindings,
  listSessionDocuments,
  listSessionErrors,
  listSessionFiles,
  listSessionHandoffs,
  listSessionManifests,
  listSessionReads,
  listSessionReturns,
  listSessions,
  listSessionTasks,
  listShownCompactions,
  SESSION_SORTS,
  searchSessionLines,
} from "@baton/db";
import { describeError } from "@baton/server/session-audit";
import { chooseSessionColumns } from "@baton/services/workspace/choose-session-columns";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { resolveRange } from "@/search/resolve-range";
import { SESSION_COLUMNS } from "@/search/session-columns";
import { compareSessions } from "../compare-sessions";
import { describeReturns } from "../describe-returns";
import { Range, SortValue, TimeZone } from "../inputs";
import { keepFirst, LIST_LIMIT } from "../keep-first";
import { largeSessionProcedure, sessionProcedure } from "../open-session";
import { requireHandPace } from "../rate-limit";
import { readAgentCosts, readSessionCosts } from "../session-costs";
import { largeProcedure, operationProcedure } from "../trpc";

const PAGE_SIZE = 50;

/** Counting more takes as long as reading them. */
const MAX_COUNTED = 10_000;

export const sessionsRouter = {
  /**
   * Returns a page of sessions. A range selects those with data in it, the other filters those with such a
   * handoff.
   */
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
        workflow: z.string().optional(),
        kind: z.enum(HANDOFF_KINDS).optional(),
        format: z.string().optional(),
        project: z.string().optional(),
        errors: z.boolean().optional(),
        violation: z.boolean().optional(),
        leak: z.boolean().optional(),
        cursor: z.object({ value: SortValue, sessionId: z.string() }).nullish(),
      }),
    )
    .query(async ({ ctx, input }) => {
      const period = input.range ? resolveRange(input.range, input.tz, Date.now()) : undefined;
      const { workspaceId } = ctx.workspace;
      const filter = {
        workspaceId,
        search: input.search?.trim(),
        format: input.format,
        project: input.project,
        kind: input.kind,
        hasErrors: input.errors,
        hasViolation: input.violation,
        hasLeak: input.leak,
        start: period?.start,
        end: period?.end,
        filter: {
          agent: input.agent,
          from: input.from,
          to: input.to,
          ruleId: input.rule,
          mode: input.mode,
          workflow: input.workflow,
        },
      };
      const cursor = input.cursor ?? undefined;
      const [{ sessions, nextCursor }, count] = await Promise.all([
        listSessions(ctx.db, { ...filter, sort: input.sort, cursor, limit: PAGE_SIZE }),
        // Only the first page needs it.
        cursor ? null : countSessions(ctx.db, { ...filter, limit: MAX_COUNTED + 1 }),
      ]);
      const usage = await readSessionCosts(
        ctx.db,
        workspaceId,
        sessions.map(({ sessionId }) => sessionId),
      );
      return {
        sessions: sessions.map((session) => ({ ...session, usage: usage.get(session.sessionId) ?? null })),
        nextCursor,
        /** Sessions of all pages; null after the first page. */
        total: count === null ? null : { count: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED },
      };
    }),

  /** Returns the filter values of the list. */
  facets: operationProcedure("sessions.facets").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    return getSessionFacets(ctx.db, { workspaceId });
  }),

  /** Returns the columns of the list that the user chose; null for the usual ones. */
  columns: operationProcedure("sessions.columns").query(({ ctx: { db, workspace, user } }) =>
    getSessionColumns(db, { workspaceId: workspace.workspaceId, userId: user.id }),
  ),

  /** Chooses the columns of the list for the user; null for the usual ones. */
  setColumns: operationProcedure("sessions.setColumns")
    .input(z.object({ columns: z.array(z.enum(SESSION_COLUMNS)).max(SESSION_COLUMNS.length).nullable() }))
    .mutation(async ({ ctx, input: { columns } }) => {
      requireHandPace(ctx);
      const place = { workspaceId: ctx.workspace.workspaceId, userId: ctx.user.id };
      await ctx.inRole((tx) => chooseSessionColumns(tx, { ...place, columns }));
    }),

  /** Compares two sessions: what both have, and what only one of them has. */
  compare: largeProcedure("sessions.compare")
    .input(z.object({ a: z.string(), b: z.string() }))
    .query(async ({ ctx, input: { a, b } }) => {
      const { workspaceId } = ctx.workspace;
      const find = async (sessionId: string) => {
        const found = await getSession(ctx.db, { workspaceId, sessionId });
        if (found) return found;
        throw new TRPCError({ code: "NOT_FOUND", message: `Session not found: “${sessionId}”.` });
      };
      const [found, costs] = await Promise.all([
        compareSessions(ctx.db, [await find(a), await find(b)]),
        readSessionCosts(ctx.db, workspaceId, [a, b]),
      ]);
      return { ...found, costs: { a: costs.get(a) ?? null, b: costs.get(b) ?? null } };
    }),

  /** Lists what content rules found in the texts of a session, or of one handoff, newest first. */
  contentFindings: sessionProcedure("sessions.contentFindings")
    .input(z.object({ event: z.string().optional() }))
    .query(async ({ ctx: { db, session }, input: { event } }) => {
      const { workspaceId, sessionId } = session;
      const query = { workspaceId, sessionId, eventId: event, limit: LIST_LIMIT };
      const { findings, nextCursor } = await listContentFindings(db, query);
      return { first: findings, count: findings.length + (nextCursor ? 1 : 0) };
    }),

  /** Returns only a session's row: enough to know that it exists, and its title. */
  getSummary: sessionProcedure("sessions.getSummary").query(({ ctx }) => ({ session: ctx.session })),

  /** Returns a page of a session's stored lines that contain a text. */
  lines: sessionProcedure("sessions.lines")
    .input(
      z.object({
        text: z.string().min(2).max(200),
        cursor: z.object({ occurredAt: SortValue, sourceFileId: z.int(), sequence: z.int() }).nullish(),
      }),
    )
    .query(({ ctx, input: { text, cursor } }) =>
      searchSessionLines(ctx.db, { ...ctx.session, text, cursor: cursor ?? undefined, limit: PAGE_SIZE }),
    ),

  /**
   * Returns one session: its handoffs and compactions, the other data handed
   * to agents, the usage of its calls, and its files.
   */
  get: largeSessionProcedure("sessions.get").query(async ({ ctx }) => {
    const { session } = ctx;
    // Read one more to know if there are more.
    const listed = { ...session, limit: LIST_LIMIT + 1 };
    const [
      handoffs,
      compactions,
      manifests,
      reads,
      tasks,
      documents,
      errors,
      returns,
      usage,
      ownUsage,
      files,
      eventTypes,
    ] = await Promise.all([
      listSessionHandoffs(ctx.db, session),
      listShownCompactions(ctx.db, session),
      listSessionManifests(ctx.db, session),
      listSessionReads(ctx.db, session),
      listSessionTasks(ctx.db, session),
      listSessionDocuments(ctx.db, session),
      listSessionErrors(ctx.db, session, { maxBytes: 2 * 1024 * 1024 }),
      listSessionReturns(ctx.db, session),
      readAgentCosts(ctx.db, session),
      readSessionCosts(ctx.db, session.workspaceId, [session.sessionId]),
      listSessionFiles(ctx.db, listed),
      countSessionEvents(ctx.db, listed),
    ]);
    return {
      session,
      compactions,
      manifests,
      reads,
      tasks,
      documents,
      usage: { ...keepFirst(usage), own: ownUsage.get(session.sessionId) ?? null },
      files: keepFirst(files),
      eventTypes: keepFirst(eventTypes),
      hasConversation: eventTypes.some(({ eventType }) => hasConversation(eventType)),
      handoffs: handoffs.map((handoff) => ({ ...handoff, occurredAt: handoff.occurredAt.getTime() })),
      errors: errors.map(describeError),
      returns: await describeReturns(ctx.db, session.workspaceId, returns),
    };
  }),
} satisfies TRPCRouterRecord;
