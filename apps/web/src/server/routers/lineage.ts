import { type FieldComeback, findComebacks, listFields, traceAgent, traceField } from "@baton/core/lineage";
import { type Database, getPolicyVersion, listSessionOutlines, readSeenPolicy } from "@baton/db";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { largeSessionProcedure } from "../open-session";

/** Beyond so many handoffs a session is not looked through for every field that its policies block. */
const MAX_SEARCHED = 1_000;

export const lineageRouter = {
  /** Where a field went in a session, and the fields that one may ask for. */
  field: largeSessionProcedure("lineage.field")
    .input(z.object({ path: z.string().max(1_000) }))
    .query(async ({ ctx, input }) => {
      const handoffs = await readOutlines(ctx);
      return {
        session: ctx.session,
        lineage: traceField(handoffs, input.path),
        handoffs: handoffs.map(({ eventId, fromAgent, toAgent, ruleId, kind, occurredAt }) => ({
          ...{ eventId, fromAgent, toAgent, occurredAt },
          isDefault: kind === "context" && ruleId === null,
        })),
        fields: listFields(handoffs),
      };
    }),

  /** What an agent knew in a session, and from whom. */
  agent: largeSessionProcedure("lineage.agent")
    .input(z.object({ agent: z.string() }))
    .query(async ({ ctx, input }) => {
      const handoffs = await readOutlines(ctx);
      const agents = new Set(handoffs.flatMap(({ fromAgent, toAgent }) => [fromAgent, toAgent]));
      return { session: ctx.session, knowledge: traceAgent(handoffs, input.agent), agents: [...agents] };
    }),

  /** The blocked fields that came back to an agent by another way; null where the session is too large to look for all. */
  comebacks: largeSessionProcedure("lineage.comebacks").query(
    async ({ ctx }): Promise<FieldComeback[] | null> => {
      if (ctx.session.handoffCount > MAX_SEARCHED) return null;
      const handoffs = await listSessionOutlines(ctx.db, ctx.session);
      if (handoffs === null) return null;
      const versions = new Set(handoffs.flatMap(({ policyVersion }) => policyVersion ?? []));
      const blocked = await Promise.all(
        [...versions].map((version) => listBlocked(ctx.db, ctx.session, version)),
      );
      return findComebacks(handoffs, blocked.flat());
    },
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
  const message =
    "This session is too large to be looked through as a whole. The API gives its handoffs page by page.";
  throw new TRPCError({ code: "PAYLOAD_TOO_LARGE", message });
}

/** Every field that a version of the policy blocks for anyone; none where the version was never seen. */
async function listBlocked(
  db: Database,
  { workspaceId }: { workspaceId: string },
  version: string,
): Promise<string[]> {
  const stored = await getPolicyVersion(db, { workspaceId, version });
  const parsed = stored && readSeenPolicy(stored);
  if (!parsed?.ok) return [];
  const { blocked_context_fields, agent_handoff_rules } = parsed.policy;
  return [blocked_context_fields, ...agent_handoff_rules.map((rule) => rule.blocked_context_fields)].flat();
}
