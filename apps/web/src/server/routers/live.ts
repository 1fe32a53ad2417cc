import { type TRPCRouterRecord, tracked } from "@trpc/server";
import { z } from "zod";
import { liveRows } from "../live-rows";
import { operationProcedure } from "../trpc";

export const liveRouter = {
  /** Which rows are new, as they come in; null stands for "some were missed". */
  rows: operationProcedure("live.rows")
    .input(z.object({ lastEventId: z.string().nullish() }))
    .subscription(async function* ({ ctx, input, signal }) {
      const ended = signal ?? new AbortController().signal;
      const bus = liveRows();
      for await (const { id, rows } of bus.follow(
        ctx.workspace.workspaceId,
        input.lastEventId ?? null,
        ended,
      )) {
        yield tracked(id, rows);
      }
    }),
} satisfies TRPCRouterRecord;
