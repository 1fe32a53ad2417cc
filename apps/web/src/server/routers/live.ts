import { type TRPCRouterRecord, tracked } from "@trpc/server";
import { z } from "zod";
import { liveRows } from "../live-rows";
import { operationProcedure } from "../trpc";
import { watchPermission } from "../watch-permission";

export const liveRouter = {
  /** Streams the new rows; null means "some were missed". */
  rows: operationProcedure("live.rows")
    .input(z.object({ lastEventId: z.string().nullish() }))
    .subscription(async function* ({ ctx, input, signal }) {
      const { workspaceId } = ctx.workspace;
      const permission = watchPermission(ctx, "live.rows", workspaceId);
      const ended = AbortSignal.any([...(signal ? [signal] : []), permission.signal]);
      try {
        for await (const { id, rows } of liveRows().follow(workspaceId, input.lastEventId ?? null, ended)) {
          yield tracked(id, rows);
        }
        permission.signal.throwIfAborted();
      } finally {
        permission.stop();
      }
    }),
} satisfies TRPCRouterRecord;
