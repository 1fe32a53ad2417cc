import { type Database, listSessionOutlines, listSmallSessionOutlines } from "@baton/db";
import { findLeaks, listFields, traceAgent, traceField } from "@baton/server/lineage";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { keepFirst } from "../keep-first";
import { toKnowledgeDto, toLineageDto } from "../lineage-dto";
import { largeSessionProcedure } from "../open-session";
import { readBlocks, readLeaks } from "../session-leaks";
import { largeProcedure } from "../trpc";

export const lineageRouter = {
  /** Traces a field through a session, and lists the fields to choose from. */
  field: largeSessionProcedure("lineage.field")
    .input(z.object({ path: z.string().max(1_000) }))
    .query(async ({ ctx, input }) => {
      const handoffs = await readOutlines(ctx);
      return {
        session: ctx.session,
        lineage: toLineageDto(
          traceField(handoffs, input.path, await readBlocks(ctx.db, ctx.session.workspaceId, handoffs)),
        ),
        handoffs: handoffs.map(({ eventId, fromAgent, toAgent, ruleId, kind, occurredAt }) => ({
          eventId,
          fromAgent,
          toAgent,
          occurredAt,
          isDefault: kind === "context" && ruleId === null,
        })),
        fields: listFields(handoffs),
      };
    }),

  /** Lists the fields an agent knew in a session, with their senders. */
  agent: largeSessionProcedure("lineage.agent")
    .input(z.object({ agent: z.string() }))
    .query(async ({ ctx, input }) => {
      const handoffs = await readOutlines(ctx);
      const agents = new Set(handoffs.flatMap(({ fromAgent, toAgent }) => [fromAgent, toAgent]));
      const knowledge = toKnowledgeDto(traceAgent(handoffs, input.agent));
      return { session: ctx.session, knowledge, agents: [...agents] };
    }),

  /**
   * Lists the handoffs of a session with leaks, and the fields; null if the session is too large to search.
   */
  leaks: largeSessionProcedure("lineage.leaks").query(async ({ ctx }) => {
    const handoffs = await listSessionOutlines(ctx.db, ctx.session);
    if (handoffs === null) return null;
    const leaks = await readLeaks(ctx.db, ctx.session.workspaceId, handoffs);
    return {
      eventIds: [...new Set(leaks.map(({ eventId }) => eventId))],
      fields: keepFirst([...new Set(leaks.map(({ field }) => field))], 20),
    };
  }),

  /** Lists the leaks at one handoff; null if its session is too large to search. */
  handoffLeaks: largeSessionProcedure("lineage.handoffLeaks")
    .input(z.object({ event: z.string() }))
    .query(async ({ ctx, input }) => {
      const handoffs = await listSessionOutlines(ctx.db, ctx.session);
      if (handoffs === null) return null;
      const leaks = await readLeaks(ctx.db, ctx.session.workspaceId, handoffs);
      return keepFirst(leaks.filter(({ eventId }) => eventId === input.event));
    }),

  /**
   * Counts the leaked fields in each of some sessions; null for a session that is too large to be
   * searched with others. Omits sessions without a known leak.
   */
  listLeaks: largeProcedure("lineage.listLeaks")
    .input(z.object({ sessions: z.array(z.string()).max(50) }))
    .query(async ({ ctx, input }) => {
      const { workspaceId } = ctx.workspace;
      const found = await listSmallSessionOutlines(ctx.db, { workspaceId, sessionIds: input.sessions });
      const blocks = await readBlocks(
        ctx.db,
        workspaceId,
        [...found.values()].flatMap((handoffs) => handoffs ?? []),
      );
      return [...found]
        .map(([sessionId, handoffs]) => ({
          sessionId,
          fieldCount: handoffs && new Set(findLeaks(handoffs, blocks).map(({ field }) => field)).size,
        }))
        .filter(({ fieldCount }) => fieldCount !== 0);
    }),
} satisfies TRPCRouterRecord;

async function readOutlines({
  db,
  session,
}: {
  db: Database;
  session: Parameters<typeof listSessionOutlines>[1];
}) {
  const handoffs = await listSessionOutlines(db, session);
  if (handoffs) return handoffs;
  const message = "This session is too large to search. Use the API to read its handoffs page by page.";
  throw new TRPCError({ code: "PAYLOAD_TOO_LARGE", message });
}
