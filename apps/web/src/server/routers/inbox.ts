import { listInbox } from "@baton/db";
import { markRead } from "@baton/services/notification/mark-read";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { operationProcedure } from "../trpc";

export const inboxRouter = {
  /** Lists the latest notifications for the user, newest first. */
  list: operationProcedure("inbox.list").query(({ ctx }) =>
    listInbox(ctx.db, { workspaceId: ctx.workspace.workspaceId, userId: ctx.user.id }),
  ),

  /** Marks notifications as read by the user; all of the inbox without IDs. */
  markRead: operationProcedure("inbox.markRead")
    .input(z.object({ notificationIds: z.array(z.int()).max(1_000).optional() }))
    .mutation(({ ctx, input: { notificationIds } }) => {
      const { workspaceId } = ctx.workspace;
      return ctx.inRole((tx) => markRead(tx, { workspaceId, userId: ctx.user.id, notificationIds }));
    }),
} satisfies TRPCRouterRecord;
