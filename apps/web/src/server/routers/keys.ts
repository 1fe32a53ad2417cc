import { API_KEY_SCOPES, createApiKey, listApiKeys, revokeApiKey } from "@baton/db";
import { recordAudit } from "@baton/db/write";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { Name } from "../account-inputs";
import { operationProcedure } from "../trpc";

const DAY_MS = 24 * 3600 * 1_000;
const MAX_DAYS = 730;

export const keysRouter = {
  /** The keys of the workspace, without their secrets, the newest first. */
  list: operationProcedure("keys.list").query(({ ctx }) =>
    listApiKeys(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Makes a key, and gives its secret: here and never again. */
  create: operationProcedure("keys.create")
    .input(
      z.object({
        name: Name,
        scopes: z.array(z.enum(API_KEY_SCOPES)).min(1),
        /** Null: it does not expire. */
        days: z.int().min(1).max(MAX_DAYS).nullable(),
      }),
    )
    .mutation(({ ctx, input: { name, scopes, days } }) =>
      ctx.db.transaction(async (tx) => {
        const { workspaceId } = ctx.workspace;
        const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS);
        const { token, key } = await createApiKey(tx, {
          workspaceId,
          name,
          scopes,
          createdBy: ctx.user.name,
          expiresAt,
        });
        await recordAudit(tx, {
          ...{ workspaceId, actor: ctx.user, action: "key.create" },
          subject: `key ${name} (${key.prefix})`,
          details: { scopes, expires_at: expiresAt },
        });
        return { token };
      }),
    ),

  /** Takes a key back: the next request with it is refused. */
  revoke: operationProcedure("keys.revoke")
    .input(z.object({ key: z.string().max(100) }))
    .mutation(({ ctx, input }) =>
      ctx.db.transaction(async (tx) => {
        const { workspaceId } = ctx.workspace;
        if (!(await revokeApiKey(tx, { workspaceId, keyId: input.key }))) {
          throw new TRPCError({
            code: "NOT_FOUND",
            message: "There is no such key, or it was revoked before.",
          });
        }
        const subject = `key ${input.key}`;
        await recordAudit(tx, { workspaceId, actor: ctx.user, action: "key.revoke", subject });
      }),
    ),
} satisfies TRPCRouterRecord;
