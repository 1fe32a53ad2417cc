import "server-only";
import { getWorkspace } from "@baton/db";
import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { z } from "zod";
import type { Context } from "./context";
import { ConcealedError, concealError } from "./failure";
import { findRoles } from "./identity";

/** Silence on a stream is broken by a ping, and taken for a lost connection after two of them. In milliseconds. */
const PING_INTERVAL = 15_000;
const INACTIVITY_LIMIT = 2 * PING_INTERVAL;

const t = initTRPC.context<Context>().create({
  transformer: superjson,
  sse: {
    ping: { enabled: true, intervalMs: PING_INTERVAL },
    client: { reconnectAfterInactivityMs: INACTIVITY_LIMIT },
  },
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    data: {
      ...shape.data,
      reference: error.cause instanceof ConcealedError ? error.cause.reference : null,
    },
  }),
});

export const createRouter = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Errors that a procedure means to give pass as they are; all others are concealed, here and nowhere else. */
const concealUnforeseen = t.middleware(async ({ next, path, type }) => {
  const result = await next();
  if (result.ok || result.error.code !== "INTERNAL_SERVER_ERROR") return result;
  throw concealError(result.error.cause ?? result.error, { path, type });
});

const requireUser = t.middleware(({ ctx, next }) => {
  if (!ctx.user) throw new TRPCError({ code: "UNAUTHORIZED", message: "Sign in first." });
  return next({ ctx: { user: ctx.user } });
});

/** For someone who is known; what they may see of the installation as a whole. */
export const userProcedure = t.procedure.use(concealUnforeseen).use(requireUser);

/** For a member of the workspace that the input names: gives the workspace and what they may do there. */
export const workspaceProcedure = userProcedure
  .input(z.object({ workspace: z.string().min(1).max(256) }))
  .use(async ({ ctx, input, next }) => {
    const workspace = await getWorkspace(ctx.db, { workspaceId: input.workspace });
    const roles = workspace ? await findRoles(ctx.user, workspace.workspaceId) : [];
    // A workspace that one does not belong to is not told from one that does not exist.
    if (!workspace || roles.length === 0) {
      throw new TRPCError({ code: "NOT_FOUND", message: `There is no workspace “${input.workspace}”.` });
    }
    return next({ ctx: { workspace, roles } });
  });

/** For an owner of the workspace: reviews and phases are theirs. */
export const ownerProcedure = workspaceProcedure.use(({ ctx, next }) => {
  if (!ctx.roles.includes("owner")) {
    throw new TRPCError({ code: "FORBIDDEN", message: "This is for owners of the workspace." });
  }
  return next();
});
