import { randomBytes } from "node:crypto";
import {
  addNotificationChannel,
  type ChannelKind,
  changeNotificationChannel,
  type Database,
  getNotification,
  listNotificationChannels,
  listNotifications,
  lockNotificationChannel,
  removeNotificationChannel,
} from "@baton/db";
import { TRIAL_NOTICE } from "@baton/db/write";
import { createNotification } from "@baton/services/notification/create-notification";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { concealTarget } from "../conceal-target";
import { canSendMail } from "../mail";
import { recordAlertChange } from "../record-alert-change";
import { operationProcedure } from "../trpc";

const HISTORY_LENGTH = 50;
const SECRET_BYTES = 32;

const TARGETS = {
  mail: z.email().max(320),
  webhook: z.url({ protocol: /^https?$/ }).max(2_000),
} as const satisfies Record<ChannelKind, z.ZodType<string>>;

const NewChannel = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("mail"), target: TARGETS.mail }),
  z.object({ kind: z.literal("webhook"), target: TARGETS.webhook }),
]);

const ChannelPlace = z.object({ channelId: z.int() });

export const notificationsRouter = {
  /** Lists the notifications with their delivery on each channel, newest first. */
  list: operationProcedure("notifications.list").query(({ ctx }) =>
    listNotifications(ctx.db, { workspaceId: ctx.workspace.workspaceId, limit: HISTORY_LENGTH }),
  ),

  /** Returns one notification with its delivery on each channel. */
  get: operationProcedure("notifications.get")
    .input(z.object({ notificationId: z.int() }))
    .query(async ({ ctx, input: { notificationId } }) => {
      const notification = await getNotification(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        notificationId,
      });
      if (!notification) throw new TRPCError({ code: "NOT_FOUND", message: "Notification not found." });
      return notification;
    }),

  /**
   * Lists the channels, and whether mail is available. Only users who may
   * change a channel get its full address.
   */
  channels: operationProcedure("notifications.channels").query(async ({ ctx }) => {
    const channels = await listNotificationChannels(ctx.db, { workspaceId: ctx.workspace.workspaceId });
    const isOwner = ctx.roles.includes("owner");
    return {
      channels: channels.map((channel) => ({
        ...channel,
        target: isOwner ? channel.target : concealTarget(channel),
      })),
      canMail: canSendMail(),
    };
  }),

  /** Creates a channel. Returns the signing secret of a webhook only here. */
  addChannel: operationProcedure("notifications.addChannel")
    .input(z.object({ channel: NewChannel }))
    .mutation(({ ctx, input: { channel } }) =>
      ctx.inRole(async (tx) => {
        const { workspaceId } = ctx.workspace;
        const secret = channel.kind === "webhook" ? newSecret() : null;
        const channelId = await addNotificationChannel(tx, {
          workspaceId,
          ...channel,
          secret,
          createdBy: ctx.user.name,
        });
        await recordAlertChange(tx, ctx, `channel ${channelId}`, {
          after: describe({ ...channel, isActive: true }),
        });
        return { channelId, secret };
      }),
    ),

  /**
   * Changes the address of a channel, or switches it on or off. Switching
   * it off cancels its pending notifications.
   */
  changeChannel: operationProcedure("notifications.changeChannel")
    .input(ChannelPlace.extend({ target: z.string().optional(), isActive: z.boolean().optional() }))
    .mutation(({ ctx, input: { channelId, target, isActive } }) =>
      ctx.inRole(async (tx) => {
        const place = { workspaceId: ctx.workspace.workspaceId, channelId };
        const before = await lockOrRefuse(tx, place);
        const change = {
          ...(target === undefined ? {} : { target: readTarget(before.kind, target) }),
          ...(isActive === undefined ? {} : { isActive }),
        };
        if (Object.keys(change).length === 0) return;
        await changeNotificationChannel(tx, place, change);
        await recordAlertChange(tx, ctx, `channel ${channelId}`, {
          before: describe(before),
          after: describe({ ...before, ...change }),
        });
      }),
    ),

  /**
   * Replaces the secret of a webhook, and returns it; it cannot be read again. The previous one is no longer
   * used.
   */
  renewSecret: operationProcedure("notifications.renewSecret")
    .input(ChannelPlace)
    .mutation(({ ctx, input: { channelId } }) =>
      ctx.inRole(async (tx) => {
        const place = { workspaceId: ctx.workspace.workspaceId, channelId };
        const { kind } = await lockOrRefuse(tx, place);
        if (kind !== "webhook") {
          throw new TRPCError({ code: "BAD_REQUEST", message: "Only webhooks have a secret." });
        }
        const secret = newSecret();
        await changeNotificationChannel(tx, place, { secret });
        await recordAlertChange(tx, ctx, `secret of channel ${channelId}`);
        return { secret };
      }),
    ),

  /** Deletes a channel. */
  removeChannel: operationProcedure("notifications.removeChannel")
    .input(ChannelPlace)
    .mutation(({ ctx, input: { channelId } }) =>
      ctx.inRole(async (tx) => {
        const place = { workspaceId: ctx.workspace.workspaceId, channelId };
        const before = await lockOrRefuse(tx, place);
        await removeNotificationChannel(tx, place);
        await recordAlertChange(tx, ctx, `channel ${channelId}`, { before: describe(before), after: null });
      }),
    ),

  /**
   * Sends one test notification through a channel.
   * @returns the notification with its delivery.
   */
  test: operationProcedure("notifications.test")
    .input(ChannelPlace)
    .mutation(({ ctx, input: { channelId } }) =>
      ctx.inRole(async (tx) => {
        const { workspaceId, name } = ctx.workspace;
        await lockOrRefuse(tx, { workspaceId, channelId });
        const notificationId = await createNotification(tx, {
          workspaceId,
          kind: TRIAL_NOTICE,
          key: `${TRIAL_NOTICE} ${crypto.randomUUID()}`,
          subject: `${ctx.user.name} tests a channel of ${name}`,
          body: "The test arrived.",
          page: "settings/notifications",
          channelIds: [channelId],
        });
        return { notificationId };
      }),
    ),
} satisfies TRPCRouterRecord;

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("hex");
}

async function lockOrRefuse(tx: Database, place: { workspaceId: string; channelId: number }) {
  const found = await lockNotificationChannel(tx, place);
  if (!found) throw new TRPCError({ code: "NOT_FOUND", message: "Channel not found." });
  return found;
}

function readTarget(kind: ChannelKind, target: string): string {
  const parsed = TARGETS[kind].safeParse(target);
  if (parsed.success) return parsed.data;
  const needed = kind === "mail" ? "a valid email address" : "a URL that begins with https:// or http://";
  throw new TRPCError({ code: "BAD_REQUEST", message: `Enter ${needed}.` });
}

/** Returns the fields of a channel for the audit log. */
function describe(channel: { kind: ChannelKind; target: string; isActive: boolean }) {
  return { kind: channel.kind, target: concealTarget(channel), is_active: channel.isActive };
}
