import { findComebacks, listFields, traceAgent, traceField } from "@baton/core/lineage";
import { type Database, getPolicyVersion, listSessionOutlines } from "@baton/db";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { largeSessionProcedure } from "../open-session";
import { readSeen } from "../policy-content";
import { tellKnowledge, tellLineage } from "../tell-lineage";

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
        lineage: tellLineage(traceField(handoffs, input.path)),
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

  /** What an agent knew in a session, and from whom. */
  agent: largeSessionProcedure("lineage.agent")
    .input(z.object({ agent: z.string() }))
    .query(async ({ ctx, input }) => {
      const handoffs = await readOutlines(ctx);
      const agents = new Set(handoffs.flatMap(({ fromAgent, toAgent }) => [fromAgent, toAgent]));
      const knowledge = tellKnowledge(traceAgent(handoffs, input.agent));
      return { session: ctx.session, knowledge, agents: [...agents] };
    }),

  /**
   * The handoffs at which blocked fields came back to an agent by another way, and how many such fields there
   * are; null where the session is too large to look for all.
   */
  comebacks: largeSessionProcedure("lineage.comebacks").query(async ({ ctx }) => {
    if (ctx.session.handoffCount > MAX_SEARCHED) return null;
    const handoffs = await listSessionOutlines(ctx.db, ctx.session);
    if (handoffs === null) return null;
    const versions = new Set(handoffs.flatMap(({ policyVersion }) => policyVersion ?? []));
    const blocked = await Promise.all(
      [...versions].map((version) => listBlocked(ctx.db, ctx.session, version)),
    );
    const comebacks = findComebacks(handoffs, blocked.flat());
    return (
      comebacks && {
        eventIds: [...new Set(comebacks.map(({ eventId }) => eventId))],
        fieldCount: new Set(comebacks.map(({ field }) => field)).size,
      }
    );
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
  const parsed = stored && readSeen(stored);
  if (!parsed?.ok) return [];
  const { blocked_context_fields, agent_handoff_rules } = parsed.policy;
  return [blocked_context_fields, ...agent_handoff_rules.map((rule) => rule.blocked_context_fields)].flat();
}
