import "server-only";
import { ColdError, type Database, isTimedOut, lockRole } from "@baton/db";
import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { z } from "zod";
import { authorize, type Refusal } from "./authorize";
import type { Context } from "./context";
import { STATEMENT_SECONDS } from "./database";
import { ConcealedError, concealError } from "./failure";
import { isUnstorable } from "./is-unstorable";
import { limitLarge } from "./limit-large";
import {
  type OpenProcedureName,
  PROCEDURES,
  type UserProcedureName,
  type WorkspaceProcedureName,
} from "./permissions";
import { readInput } from "./read-input";

/**
 * Interval of pings on a silent stream, in milliseconds. After two missed ones the
 * client considers the connection lost.
 */
const PING_INTERVAL_MILLISECONDS = 15_000;
const INACTIVITY_LIMIT_MILLISECONDS = 2 * PING_INTERVAL_MILLISECONDS;

/** The procedure's row in the table of permissions. */
interface ProcedureMeta {
  operation: keyof typeof PROCEDURES;
}

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    transformer: { input: { serialize: superjson.serialize, deserialize: readInput }, output: superjson },
    sse: {
      ping: { enabled: true, intervalMs: PING_INTERVAL_MILLISECONDS },
      client: { reconnectAfterInactivityMs: INACTIVITY_LIMIT_MILLISECONDS },
    },
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      // Zod reports every invalid value, so truncate long messages.
      message: shape.message.slice(0, 10_000),
      data: {
        ...shape.data,
        reference: error.cause instanceof ConcealedError ? error.cause.reference : null,
      },
    }),
  });

export const createRouter = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Passes intended errors of procedures, and conceals all others. No other code does this. */
const concealUnforeseen = t.middleware(async ({ next, path, type }) => {
  const result = await next();
  if (result.ok || result.error.code !== "INTERNAL_SERVER_ERROR") return result;
  if (isTimedOut(result.error.cause)) {
    throw new TRPCError({
      code: "SERVICE_UNAVAILABLE",
      message: `The database did not respond within ${STATEMENT_SECONDS} seconds. Choose a shorter period or a stricter filter, or try again later.`,
    });
  }
  if (result.error.cause instanceof ColdError) {
    throw new TRPCError({ code: "SERVICE_UNAVAILABLE", message: result.error.cause.message });
  }
  throw concealError(result.error.cause ?? result.error, { path, type });
});

/** A browser must read its own writes, even from a replica. */
const rememberWrites = t.middleware(async ({ ctx, next, type }) => {
  const result = await next();
  if (type === "mutation") await ctx.reads?.noteWrite();
  return result;
});

/** Reject values that PostgreSQL cannot store, which would make the query fail. */
const refuseUnstorable = t.middleware(async ({ getRawInput, next, type }) => {
  if (!isUnstorable(await getRawInput())) return next();
  throw new TRPCError({
    code: type === "query" ? "NOT_FOUND" : "BAD_REQUEST",
    message: "The input contains an invalid character. Remove it and try again.",
  });
});

const baseProcedure = t.procedure.use(concealUnforeseen).use(refuseUnstorable).use(rememberWrites);

/** Creates a procedure that needs no sign-in: signing in, and the steps before it. */
export function openProcedure(operation: OpenProcedureName) {
  return baseProcedure.meta({ operation });
}

/** Creates a procedure for a signed-in user, about the installation as a whole. */
export function userProcedure(operation: UserProcedureName) {
  return baseProcedure.meta({ operation }).use(({ ctx, next }) => {
    if (!ctx.user) throw refuse("not_signed_in", "");
    return next({ ctx: { user: ctx.user } });
  });
}

/** Creates a procedure for members of the input's workspace with a role that the operation is granted to. */
export function operationProcedure(operation: WorkspaceProcedureName) {
  return baseProcedure
    .meta({ operation })
    .input(z.object({ workspace: z.string().min(1).max(256) }))
    .use(async ({ ctx, input, type, next }) => {
      const authorization = await authorize(ctx, PROCEDURES[operation], input.workspace);
      if (!authorization.ok) throw refuse(authorization.refusal, input.workspace);
      const { user, workspace, roles } = authorization;
      const granted = PROCEDURES[operation];
      const { workspaceId } = workspace;
      // The primary checks the permission; a replica may answer the query.
      const db = type === "query" && ctx.reads ? await ctx.reads.choose() : ctx.db;
      return next({
        ctx: {
          user,
          workspace,
          roles,
          db,
          /**
           * Runs `change` in a transaction that locks the caller's role, so that
           * it cannot be revoked before the commit.
           */
          inRole: <Result>(change: (tx: Database) => Promise<Result>): Promise<Result> =>
            ctx.db.transaction(async (tx) => {
              if (await lockRole(tx, { workspaceId, userId: user.id, anyOf: granted })) return change(tx);
              throw refuse("not_permitted", workspaceId);
            }),
        },
      });
    });
}

/** Like {@link operationProcedure}, for queries whose cost grows with the data: `limitLarge` queues them. */
export function largeProcedure(operation: WorkspaceProcedureName) {
  return operationProcedure(operation).use(({ ctx, next, signal }) =>
    limitLarge(ctx.user.id, signal ?? null, () => next()),
  );
}

/** Creates the error for a refusal. */
export function refuse(refusal: Refusal, workspace: string): TRPCError {
  switch (refusal) {
    case "not_signed_in":
      return new TRPCError({ code: "UNAUTHORIZED", message: "Sign in first." });
    case "no_such_workspace":
      return new TRPCError({ code: "NOT_FOUND", message: `Workspace not found: “${workspace}”.` });
    case "not_permitted":
      return new TRPCError({
        code: "FORBIDDEN",
        message: "Your role in this workspace does not allow this.",
      });
  }
}
