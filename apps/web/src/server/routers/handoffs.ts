import {
  createPolicyIndex,
  explainMatch,
  type MatchExplanation,
  POLICY_SECTION,
  parsePolicy,
} from "@baton/core";
import { type Database, getHandoff, getHandoffPlace, getPolicyVersion } from "@baton/db";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { operationProcedure } from "../trpc";

export const handoffsRouter = {
  /** One handoff: its fields, its line, its place in the session, and which rule of that time applied and why. */
  get: operationProcedure("handoffs.get")
    .input(z.object({ session: z.string(), event: z.string() }))
    .query(async ({ ctx, input }) => {
      const { workspaceId } = ctx.workspace;
      const key = { workspaceId, sessionId: input.session, eventId: input.event };
      const [found, place] = await Promise.all([getHandoff(ctx.db, key), getHandoffPlace(ctx.db, key)]);
      if (!found || !place) {
        throw new TRPCError({ code: "NOT_FOUND", message: "There is no such handoff in this session." });
      }
      const match = await explainThen(ctx.db, workspaceId, found.handoff);
      return { ...found, place, match };
    }),
} satisfies TRPCRouterRecord;

/** Which rule applied by the policy of that time; null where the handoff names none, or one that Baton has never seen. */
async function explainThen(
  db: Database,
  workspaceId: string,
  handoff: { policyVersion: string | null; fromAgent: string; toAgent: string; occurredAt: Date },
): Promise<MatchExplanation | null> {
  if (handoff.policyVersion === null) return null;
  const stored = await getPolicyVersion(db, { workspaceId, version: handoff.policyVersion });
  const parsed = stored && parsePolicy({ [POLICY_SECTION]: JSON.parse(stored.policyText) });
  if (!parsed?.ok) return null;
  return explainMatch(createPolicyIndex(parsed.policy), handoff.fromAgent, handoff.toAgent, {
    now: handoff.occurredAt.getTime(),
  });
}
