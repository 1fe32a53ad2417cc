import { API_KEY_SCOPES, listApiKeys } from "@baton/db";
import { issueApiKey, MAX_KEY_DAYS } from "@baton/services/api-key/issue-api-key";
import { withdrawApiKey } from "@baton/services/api-key/withdraw-api-key";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { Name } from "../account-inputs";
import { operationProcedure } from "../trpc";

export const keysRouter = {
  /** Lists the API keys of the workspace, without their secrets, newest first. */
  list: operationProcedure("keys.list").query(({ ctx }) =>
    listApiKeys(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Creates an API key, and returns its secret, which cannot be read again. */
  create: operationProcedure("keys.create")
    .input(
      z.object({
        name: Name,
        scopes: z.array(z.enum(API_KEY_SCOPES)).min(1),
        /** Null if it does not expire. */
        days: z.int().min(1).max(MAX_KEY_DAYS).nullable(),
      }),
    )
    .mutation(({ ctx, input }) =>
      ctx.inRole(async (tx) => {
        const { workspaceId } = ctx.workspace;
        const { token } = await issueApiKey(tx, { workspaceId, ...input, actor: ctx.user });
        return { token };
      }),
    ),

  /** Revokes an API key. The next request with it is rejected. */
  revoke: operationProcedure("keys.revoke")
    .input(z.object({ key: z.string().max(100) }))
    .mutation(({ ctx, input }) =>
      ctx.inRole(async (tx) => {
        const { workspaceId } = ctx.workspace;
        if (!(await withdrawApiKey(tx, { workspaceId, keyId: input.key, actor: ctx.user }))) {
          throw new TRPCError({
            code: "NOT_FOUND",
            message: "API key not found or already revoked.",
          });
        }
      }),
    ),
} satisfies TRPCRouterRecord;
