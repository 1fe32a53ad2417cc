import {
  type AlertPlace,
  addAlert,
  changeAlert,
  type Database,
  getAlert,
  listAlertEvents,
  listAlerts,
  listNotificationChannels,
  lockAlert,
  removeAlert,
} from "@baton/db";
import { TRIAL_NOTICE } from "@baton/db/write";
import { AlertRule, describeCondition, replayAlert, WatchedMetric, windowAt } from "@baton/server/alert";
import { listAlertParts } from "@baton/services/alert/list-alert-parts";
import { createNotification } from "@baton/services/notification/create-notification";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import { z } from "zod";
import { recordAlertChange } from "../record-alert-change";
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
      const window = { start: start - watched.windowHours * millisecondsInHour, end };
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

  /** Creates an alert. */
  add: operationProcedure("alerts.add")
    .input(z.object({ rule: AlertRule }))
    .mutation(({ ctx, input: { rule } }) =>
      ctx.inRole(async (tx) => {
        const { workspaceId } = ctx.workspace;
        await requireChannels(tx, workspaceId, rule);
        const alertId = await addAlert(tx, { ...rule, workspaceId, createdBy: ctx.user.name });
        await recordAlertChange(tx, ctx, `alert ${rule.name}`, {
          after: describe({ ...rule, isActive: true }),
        });
        return { alertId };
      }),
    ),

  /** Changes an alert's condition, name or channels. */
  change: operationProcedure("alerts.change")
    .input(AlertId.extend({ rule: AlertRule }))
    .mutation(({ ctx, input: { alertId, rule } }) =>
      ctx.inRole(async (tx) => {
        const place = { workspaceId: ctx.workspace.workspaceId, alertId };
        const before = await lockOrRefuse(tx, place);
        await requireChannels(tx, place.workspaceId, rule);
        await changeAlert(tx, place, rule, { restarts: watches(before) !== watches(rule) });
        await recordAlertChange(tx, ctx, `alert ${before.name}`, {
          before: describe(before),
          after: describe({ ...before, ...rule }),
        });
      }),
    ),

  /** Turns an alert off, or on again with a fresh state. */
  setActive: operationProcedure("alerts.setActive")
    .input(AlertId.extend({ isActive: z.boolean() }))
    .mutation(({ ctx, input: { alertId, isActive } }) =>
      ctx.inRole(async (tx) => {
        const place = { workspaceId: ctx.workspace.workspaceId, alertId };
        const before = await lockOrRefuse(tx, place);
        if (before.isActive === isActive) return;
        await changeAlert(tx, place, { isActive }, { restarts: true });
        await recordAlertChange(tx, ctx, `alert ${before.name}`, {
          before: describe(before),
          after: describe({ ...before, isActive }),
        });
      }),
    ),

  /** Deletes an alert with its history. */
  remove: operationProcedure("alerts.remove")
    .input(AlertId)
    .mutation(({ ctx, input: { alertId } }) =>
      ctx.inRole(async (tx) => {
        const place = { workspaceId: ctx.workspace.workspaceId, alertId };
        const before = await lockOrRefuse(tx, place);
        await removeAlert(tx, place);
        await recordAlertChange(tx, ctx, `alert ${before.name}`, { before: describe(before), after: null });
      }),
    ),

  /** Sends one test notification over the channels of an alert. */
  test: operationProcedure("alerts.test")
    .input(AlertId)
    .mutation(({ ctx, input: { alertId } }) =>
      ctx.inRole(async (tx) => {
        const { workspaceId } = ctx.workspace;
        const { channelIds, ...rule } = await lockOrRefuse(tx, { workspaceId, alertId });
        const notificationId = await createNotification(tx, {
          workspaceId,
          kind: TRIAL_NOTICE,
          key: `${TRIAL_NOTICE} ${crypto.randomUUID()}`,
          channelIds,
          subject: `${ctx.user.name} tests the alert ${rule.name}`,
          body: `The test arrived. Condition: ${describeCondition(rule)}.`,
          page: `settings/alerts/${alertId}`,
        });
        return { notificationId };
      }),
    ),
} satisfies TRPCRouterRecord;

function noSuchAlert(): TRPCError {
  return new TRPCError({ code: "NOT_FOUND", message: "Alert not found." });
}

async function lockOrRefuse(tx: Database, place: AlertPlace) {
  const found = await lockAlert(tx, place);
  if (!found) throw noSuchAlert();
  return found;
}

/** Checks that an alert uses only channels of its own workspace. */
async function requireChannels(tx: Database, workspaceId: string, { channelIds }: AlertRule): Promise<void> {
  const channels = await listNotificationChannels(tx, { workspaceId });
  const missing = channelIds.find((id) => channels.every(({ channelId }) => channelId !== id));
  if (missing === undefined) return;
  throw new TRPCError({ code: "BAD_REQUEST", message: `Channel not found in this workspace: ${missing}.` });
}

/** Returns the watched condition as a key: while it stays the same, the alert keeps its state. */
function watches({ figure, comparison, threshold, windowHours, filter }: WatchedMetric): string {
  const sorted = Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([figure, comparison, threshold, windowHours, sorted]);
}

/** Returns the fields of an alert for the audit log. */
function describe({ name, filter, channelIds, isActive, ...rule }: AlertRule & { isActive: boolean }) {
  return { name, condition: describeCondition(rule), filter, channels: channelIds, is_active: isActive };
}
