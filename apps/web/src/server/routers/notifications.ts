import {
  CHANNEL_KINDS,
  type ChannelKind,
  getNotification,
  listNotificationChannels,
  listNotifications,
} from "@baton/db";
import { addChannel } from "@baton/services/notification/add-channel";
import { changeChannel } from "@baton/services/notification/change-channel";
import { concealTarget } from "@baton/services/notification/conceal-target";
import { removeChannel } from "@baton/services/notification/remove-channel";
import { renewChannelSecret } from "@baton/services/notification/renew-channel-secret";
import { testChannel } from "@baton/services/notification/test-channel";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { canSendMail } from "../mail";
import { operationProcedure } from "../trpc";

const HISTORY_LENGTH = 50;

const Address = z.url({ protocol: /^https?$/ }).max(2_000);

const TARGETS = {
  mail: z.email().max(320),
  webhook: Address,
  slack: Address,
  teams: Address,
  discord: Address,
  // The integration key of a service, with `eu:` for the European region.
  pagerduty: z.string().regex(/^(eu:)?[A-Za-z0-9]{32}$/),
} as const satisfies Record<ChannelKind, z.ZodType<string>>;

const NewChannel = z.object({ kind: z.enum(CHANNEL_KINDS), target: z.string() });

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
    .mutation(({ ctx, input: { channel: added } }) => {
      const { workspaceId } = ctx.workspace;
      const channel = { kind: added.kind, target: readTarget(added.kind, added.target) };
      return ctx.inRole((tx) => addChannel(tx, { workspaceId, actor: ctx.user, channel }));
    }),

  /**
   * Changes the address of a channel, or switches it on or off. Switching
   * it off cancels its pending notifications.
   */
  changeChannel: operationProcedure("notifications.changeChannel")
    .input(ChannelPlace.extend({ target: z.string().optional(), isActive: z.boolean().optional() }))
    .mutation(({ ctx, input: { channelId, target, isActive } }) =>
      ctx.inRole(async (tx) => {
        const { workspaceId } = ctx.workspace;
        const channels = await listNotificationChannels(tx, { workspaceId });
        const channel = channels.find((each) => each.channelId === channelId);
        if (!channel) throw noSuchChannel();
        const change = { isActive, target: target === undefined ? target : readTarget(channel.kind, target) };
        const isThere = await changeChannel(tx, { workspaceId, channelId, actor: ctx.user, change });
        if (!isThere) throw noSuchChannel();
      }),
    ),

  /** Replaces the secret of a webhook, and returns the new one only here. */
  renewSecret: operationProcedure("notifications.renewSecret")
    .input(ChannelPlace)
    .mutation(async ({ ctx, input: { channelId } }) => {
      const place = { workspaceId: ctx.workspace.workspaceId, channelId };
      const renewed = await ctx.inRole((tx) => renewChannelSecret(tx, { ...place, actor: ctx.user }));
      if (renewed.ok) return { secret: renewed.secret };
      if (renewed.reason === "missing") throw noSuchChannel();
      throw new TRPCError({ code: "BAD_REQUEST", message: "Only webhooks have a secret." });
    }),

  /** Removes a channel. */
  removeChannel: operationProcedure("notifications.removeChannel")
    .input(ChannelPlace)
    .mutation(async ({ ctx, input: { channelId } }) => {
      const place = { workspaceId: ctx.workspace.workspaceId, channelId };
      const isRemoved = await ctx.inRole((tx) => removeChannel(tx, { ...place, actor: ctx.user }));
      if (!isRemoved) throw noSuchChannel();
    }),

  /**
   * Sends one test notification through a channel.
   * @returns the notification with its delivery.
   */
  test: operationProcedure("notifications.test")
    .input(ChannelPlace)
    .mutation(async ({ ctx, input: { channelId } }) => {
      const { workspace, user: person } = ctx;
      const notificationId = await ctx.inRole((tx) => testChannel(tx, { workspace, channelId, person }));
      if (notificationId === undefined) throw noSuchChannel();
      return { notificationId };
    }),
} satisfies TRPCRouterRecord;

function noSuchChannel(): TRPCError {
  return new TRPCError({ code: "NOT_FOUND", message: "Channel not found." });
}

function readTarget(kind: ChannelKind, target: string): string {
  const parsed = TARGETS[kind].safeParse(target);
  if (parsed.success) return parsed.data;
  throw new TRPCError({ code: "BAD_REQUEST", message: `Enter ${describeTarget(kind)}.` });
}

function describeTarget(kind: ChannelKind): string {
  if (kind === "mail") return "a valid email address";
  if (kind === "pagerduty") return "an integration key: 32 letters and digits";
  return "a URL that begins with https:// or http://";
}
