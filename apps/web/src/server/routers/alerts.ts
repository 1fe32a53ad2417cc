import { getAlert, listAlertEvents, listAlerts } from "@baton/db";
import { AlertRule, lookBackOf, replayAlert, WatchedMetric, windowAt } from "@baton/server/alert";
import { addAlert } from "@baton/services/alert/add-alert";
import { type ChangedAlert, changeAlert } from "@baton/services/alert/change-alert";
import { listAlertParts } from "@baton/services/alert/list-alert-parts";
import { removeAlert } from "@baton/services/alert/remove-alert";
import { testAlert } from "@baton/services/alert/test-alert";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import { z } from "zod";
import { operationProcedure } from "../trpc";

/** Days over which a rule is previewed. */
const PREVIEW_DAYS = 30;
const HISTORY_LENGTH = 100;

const AlertId = z.object({ alertId: z.int() });

export const alertsRouter = {
  /** Lists the alerts, each with its last evaluation. */
  list: operationProcedure("alerts.list").query(({ ctx }) =>
    listAlerts(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Returns one alert, with the times it triggered and resolved and the delivery of its notifications. */
  get: operationProcedure("alerts.get")
    .input(AlertId)
    .query(async ({ ctx, input: { alertId } }) => {
      const place = { workspaceId: ctx.workspace.workspaceId, alertId };
      const [alert, events] = await Promise.all([
        getAlert(ctx.db, place),
        listAlertEvents(ctx.db, { ...place, limit: HISTORY_LENGTH }),
      ]);
      if (!alert) throw noSuchAlert();
      return { alert, events };
    }),

  /**
   * Simulates a rule over the last thirty days, and returns the current value
   * of its metric and one value per day to draw.
   */
  preview: operationProcedure("alerts.preview")
    .input(z.object({ watched: WatchedMetric }))
    .query(async ({ ctx, input: { watched } }) => {
      const { workspaceId } = ctx.workspace;
      const { end } = windowAt(watched.windowHours, Date.now());
      const start = end - PREVIEW_DAYS * millisecondsInDay;
      const needed = watched.windowHours * millisecondsInHour + lookBackOf(watched);
      const window = { start: start - needed, end };
      const parts = await listAlertParts(ctx.db, { workspaceId, ...watched, window });
      const { firings, figures } = replayAlert(watched, parts, { start, end });
      return {
        days: PREVIEW_DAYS,
        firings,
        metricNow: figures.at(-1) ?? null,
        lookCount: figures.length,
        unknownCount: figures.filter((figure) => figure === null).length,
        daily: figures.filter((_, hour) => hour % 24 === 23),
      };
    }),

  /** Adds an alert. */
  add: operationProcedure("alerts.add")
    .input(z.object({ rule: AlertRule }))
    .mutation(async ({ ctx, input: { rule } }) => {
      const { workspaceId } = ctx.workspace;
      const added = await ctx.inRole((tx) => addAlert(tx, { workspaceId, actor: ctx.user, rule }));
      if (added.outcome === "unknown_channel") throw unknownChannel(added.channelId);
      return { alertId: added.alertId };
    }),

  /** Changes the condition, name or channels of an alert. */
  change: operationProcedure("alerts.change")
    .input(AlertId.extend({ rule: AlertRule }))
    .mutation(async ({ ctx, input: { alertId, rule } }) => {
      const place = { workspaceId: ctx.workspace.workspaceId, alertId };
      requireChanged(await ctx.inRole((tx) => changeAlert(tx, { ...place, actor: ctx.user, change: rule })));
    }),

  /** Turns an alert off, or on again with a fresh state. */
  setActive: operationProcedure("alerts.setActive")
    .input(AlertId.extend({ isActive: z.boolean() }))
    .mutation(async ({ ctx, input: { alertId, isActive } }) => {
      const place = { workspaceId: ctx.workspace.workspaceId, alertId };
      const change = { isActive };
      requireChanged(await ctx.inRole((tx) => changeAlert(tx, { ...place, actor: ctx.user, change })));
    }),

  /** Removes an alert with its history. */
  remove: operationProcedure("alerts.remove")
    .input(AlertId)
    .mutation(async ({ ctx, input: { alertId } }) => {
      const place = { workspaceId: ctx.workspace.workspaceId, alertId };
      if (!(await ctx.inRole((tx) => removeAlert(tx, { ...place, actor: ctx.user })))) throw noSuchAlert();
    }),

  /** Sends one test notification over the channels of an alert. */
  test: operationProcedure("alerts.test")
    .input(AlertId)
    .mutation(async ({ ctx, input: { alertId } }) => {
      const place = { workspaceId: ctx.workspace.workspaceId, alertId };
      const notificationId = await ctx.inRole((tx) => testAlert(tx, { ...place, person: ctx.user }));
      if (notificationId === undefined) throw noSuchAlert();
      return { notificationId };
    }),
} satisfies TRPCRouterRecord;

function noSuchAlert(): TRPCError {
  return new TRPCError({ code: "NOT_FOUND", message: "Alert not found." });
}

/** An alert notifies people over channels of its own workspace. */
function unknownChannel(channelId: number): TRPCError {
  const message = `Channel not found in this workspace: ${channelId}.`;
  return new TRPCError({ code: "BAD_REQUEST", message });
}

function requireChanged(changed: ChangedAlert): void {
  if (changed.outcome === "missing") throw noSuchAlert();
  if (changed.outcome === "unknown_channel") throw unknownChannel(changed.channelId);
}
