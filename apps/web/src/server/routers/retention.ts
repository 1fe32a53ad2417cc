import { getRetention, previewRetention } from "@baton/db";
import { setRetention } from "@baton/services/erasure/set-retention";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { operationProcedure } from "../trpc";

/** At most ten years. */
const Days = z.int().min(1).max(3_653);

export const retentionRouter = {
  /** Returns the retention period of events and the progress of deletion. */
  get: operationProcedure("retention.get").query(({ ctx }) =>
    getRetention(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Returns the amount of data that would be deleted now. */
  preview: operationProcedure("retention.preview")
    .input(z.object({ days: Days }))
    .query(({ ctx, input: { days } }) =>
      previewRetention(ctx.db, { workspaceId: ctx.workspace.workspaceId, days }),
    ),

  /** Sets the retention period of events in days; null: forever. */
  set: operationProcedure("retention.set")
    .input(z.object({ days: Days.nullable() }))
    .mutation(({ ctx, input: { days } }) =>
      ctx.inRole(async (tx) => {
        await setRetention(tx, { workspaceId: ctx.workspace.workspaceId, days, actor: ctx.user });
      }),
    ),
} satisfies TRPCRouterRecord;
