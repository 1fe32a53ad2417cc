import "server-only";
import { type Database, getSession } from "@baton/db";
import { TRPCError } from "@trpc/server";
import { cache } from "react";
import { z } from "zod";
import { limitLarge } from "./limit-large";
import { operationProcedure } from "./trpc";

type SessionOperation =
  | "conversation.agents"
  | "conversation.image"
  | "conversation.page"
  | "conversation.text"
  | "lineage.agent"
  | "lineage.field"
  | "lineage.handoffLeaks"
  | "lineage.leaks"
  | "sessions.contentFindings"
  | "sessions.get"
  | "sessions.getSummary"
  | "sessions.lines";

/** Read once per rendered page, for the page and for each procedure that it calls. */
const findSession = cache((db: Database, workspaceId: string, sessionId: string) =>
  getSession(db, { workspaceId, sessionId }),
);

/** Creates a procedure for an existing session. */
export function sessionProcedure(operation: SessionOperation) {
  return operationProcedure(operation)
    .input(z.object({ session: z.string() }))
    .use(async ({ ctx, input, next }) => {
      const session = await findSession(ctx.db, ctx.workspace.workspaceId, input.session);
      if (!session) {
        throw new TRPCError({ code: "NOT_FOUND", message: `Session not found: “${input.session}”.` });
      }
      return next({ ctx: { session } });
    });
}

/** Like {@link sessionProcedure}, for queries that read a whole session: `limitLarge` queues them. */
export function largeSessionProcedure(operation: SessionOperation) {
  return sessionProcedure(operation).use(({ ctx, next, signal }) =>
    limitLarge(ctx.user.id, signal ?? null, () => next()),
  );
}
