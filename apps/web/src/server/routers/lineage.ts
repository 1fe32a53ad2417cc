import { type Database, listLeaks, listSessionLeaks, listSessionOutlines } from "@baton/db";
import { listFields, traceAgent, traceField } from "@baton/server/lineage";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { keepFirst } from "../keep-first";
import { toKnowledgeDto, toLineageDto } from "../lineage-dto";
import { largeSessionProcedure, sessionProcedure } from "../open-session";
import { readBlocks } from "../session-blocks";

/** Maximum fields to list; keys that are data would make the number unlimited. */
const MAX_FIELDS = 20;
/** Maximum leaks of a session to mark: ten times the handoffs that a page draws. */
const MAX_SESSION_LEAKS = 10_000;

export const lineageRouter = {
  /** Traces a field through a session, and lists the fields to choose from. */
  field: largeSessionProcedure("lineage.field")
    .input(z.object({ path: z.string().max(1_000) }))
    .query(async ({ ctx, input }) => {
      const handoffs = await readOutlines(ctx);
      const blocks = await readBlocks(ctx.db, ctx.session.workspaceId, handoffs);
      const leaks = await listSessionLeaks(ctx.db, { ...keyOf(ctx.session), limit: MAX_SESSION_LEAKS });
      return {
        session: ctx.session,
        lineage: toLineageDto(traceField(handoffs, input.path, blocks, leaks)),
        handoffs: handoffs.map(({ eventId, fromAgent, toAgent, ruleId, kind, occurredAt }) => ({
          eventId,
          fromAgent,
          toAgent,
          occurredAt,
          isDefault: kind === "context" && ruleId === null,
        })),
        fields: listFields(handoffs, leaks),
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

  /** Lists the handoffs of a session with leaks, and the leaked fields, up to a limit. */
  leaks: sessionProcedure("lineage.leaks").query(async ({ ctx: { db, session } }) => {
    const { leaks } = await listLeaks(db, { ...keyOf(session), limit: MAX_SESSION_LEAKS });
    return {
      count: session.leakCount,
      eventIds: [...new Set(leaks.map(({ eventId }) => eventId))],
      fields: keepFirst([...new Map(leaks.map(({ name, field }) => [name, field])).values()], MAX_FIELDS),
    };
  }),

  /** Lists the leaks at one handoff. */
  handoffLeaks: sessionProcedure("lineage.handoffLeaks")
    .input(z.object({ event: z.string() }))
    .query(async ({ ctx: { db, session }, input: { event } }) =>
      keepFirst(
        await listSessionLeaks(db, { ...keyOf(session), eventId: event, limit: MAX_FIELDS + 1 }),
        MAX_FIELDS,
      ),
    ),
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

function keyOf({ workspaceId, sessionId }: Parameters<typeof listSessionOutlines>[1]) {
  return { workspaceId, sessionId };
}
