import "server-only";
import { getSession } from "@baton/db";
import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { operationProcedure } from "./trpc";

type SessionOperation =
  | "lineage.agent"
  | "lineage.comebacks"
  | "lineage.field"
  | "sessions.get"
  | "sessions.getSummary";

/** A procedure for a session that is there. */
export function sessionProcedure(operation: SessionOperation) {
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
