import { getRetention, previewRetention, setRetention } from "@baton/db";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { operationProcedure } from "../trpc";

/** Ten years. */
const MAX_DAYS = 3_653;
const Days = z.int().min(1).max(MAX_DAYS);

export const retentionRouter = {
  /** How long events are kept, and how far that has been carried out. */
  get: operationProcedure("retention.get").query(({ ctx }) =>
    getRetention(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** What would be removed now. */
  preview: operationProcedure("retention.preview")
    .input(z.object({ days: Days }))
    .query(({ ctx, input: { days } }) =>
      previewRetention(ctx.db, { workspaceId: ctx.workspace.workspaceId, days }),
    ),

  /** Sets how long events are kept; null: for ever. */
  set: operationProcedure("retention.set")
    .input(z.object({ days: Days.nullable() }))
    .mutation(({ ctx, input: { days } }) =>
      ctx.inRole(async (tx) => {
        await setRetention(tx, { workspaceId: ctx.workspace.workspaceId, days, actor: ctx.user });
      }),
    ),
} satisfies TRPCRouterRecord;
