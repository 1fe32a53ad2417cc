import { randomBytes } from "node:crypto";
import { addNoticeChannel, listNoticeChannels, listNotices, removeNoticeChannel } from "@baton/db";
import { announce, recordAudit } from "@baton/db/write";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { operationProcedure } from "../trpc";

const HISTORY_LENGTH = 50;
const SECRET_BYTES = 32;

const NewChannel = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("mail"), target: z.email().max(320) }),
  z.object({ kind: z.literal("webhook"), target: z.url({ protocol: /^https?$/ }).max(2_000) }),
]);

export const noticesRouter = {
  /** What was announced, and what became of it on each channel; the latest first. */
  list: operationProcedure("notices.list").query(({ ctx }) =>
    listNotices(ctx.db, { workspaceId: ctx.workspace.workspaceId, limit: HISTORY_LENGTH }),
  ),

  /** Where notices go. */
  channels: operationProcedure("notices.channels").query(({ ctx }) =>
    listNoticeChannels(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Makes a channel. The secret that a webhook's deliveries are signed with is given here, and never again. */
  addChannel: operationProcedure("notices.addChannel")
    .input(z.object({ channel: NewChannel }))
    .mutation(({ ctx, input: { channel } }) =>
      ctx.db.transaction(async (tx) => {
        const { workspaceId } = ctx.workspace;
        const secret = channel.kind === "webhook" ? randomBytes(SECRET_BYTES).toString("hex") : null;
        const channelId = await addNoticeChannel(tx, {
          ...{ workspaceId, ...channel, secret, createdBy: ctx.user.name },
        });
        await recordAudit(tx, {
          ...{ workspaceId, actor: ctx.user, action: "alert.set" },
          ...{ subject: `channel ${channelId}`, details: { after: channel } },
        });
        return { channelId, secret };
      }),
    ),

  /** Takes a channel away. */
  removeChannel: operationProcedure("notices.removeChannel")
    .input(z.object({ channelId: z.int() }))
    .mutation(({ ctx, input: { channelId } }) =>
      ctx.db.transaction(async (tx) => {
        const { workspaceId } = ctx.workspace;
        if (!(await removeNoticeChannel(tx, { workspaceId, channelId }))) {
          throw new TRPCError({ code: "NOT_FOUND", message: "There is no such channel." });
        }
        await recordAudit(tx, {
          ...{ workspaceId, actor: ctx.user, action: "alert.set" },
          ...{ subject: `channel ${channelId}`, details: { after: null } },
        });
      }),
    ),

  /** Sends a notice through all channels, to see whether it arrives. */
  test: operationProcedure("notices.test").mutation(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    const key = `test ${new Date().toISOString()}`;
    const subject = `${ctx.user.name} tries out the channels of ${ctx.workspace.name}`;
    await ctx.db.transaction((tx) =>
      announce(tx, { workspaceId, key, kind: "notice.test", subject, body: "It arrived.", page: "settings" }),
    );
  }),
} satisfies TRPCRouterRecord;
