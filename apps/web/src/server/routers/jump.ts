import { listSessions } from "@baton/db";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { operationProcedure } from "../trpc";

export const jumpRouter = {
  /** Finds sessions by a few letters of a title or an ID, newest first. */
  search: operationProcedure("jump.search")
    .input(z.object({ text: z.string().max(200) }))
    .query(async ({ ctx, input }) => {
      const { sessions } = await listSessions(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        search: input.text.trim(),
        sort: "recent",
        filter: {},
        limit: 8,
      });
      return sessions.map(({ sessionId, title, lastEventAt }) => ({ sessionId, title, lastEventAt }));
    }),
} satisfies TRPCRouterRecord;
