import type { Database } from "@baton/db";
import { insertAlertEvent, lockDueAlert, updateAlertState } from "@baton/db/write";
import { describeAlertChange, evaluateAlert, lookBackOf, measureAlert, windowAt } from "@baton/server/alert";
import { createNotification } from "../notification/create-notification";
import { listAlertParts } from "./list-alert-parts";

/** Time until the next evaluation. Metrics change once an hour, and when data arrives late. */
const REST_MILLISECONDS = 5 * 60_000;

/**
 * Evaluates every alert that is due, longest due first, each in its own transaction: computes its metric, and
 * notifies users if it triggered or resolved. Several processes can run it at once.
 *
 * @param now milliseconds since 1970.
 * @throws the error of an alert that cannot be evaluated. That alert is due again later, like any other, so it
 *   does not block those behind it.
 */
export async function evaluateAlerts(db: Database, now: number, signal?: AbortSignal): Promise<void> {
  let wasDue = true;
  while (wasDue && !signal?.aborted) wasDue = await evaluateNext(db, now);
}

/** @returns false if no alert was due. */
async function evaluateNext(db: Database, now: number): Promise<boolean> {
  const evaluated = await db.transaction(async (tx) => {
    const alert = await lockDueAlert(tx, now, REST_MILLISECONDS);
    if (!alert) return null;
    await updateAlertState(tx, alert, { dueAt: new Date(now + REST_MILLISECONDS) });
    try {
      await tx.transaction((inner) => evaluate(inner, alert, now));
      return {};
    } catch (error) {
      return { error };
    }
  });
  if (evaluated && "error" in evaluated) throw evaluated.error;
  return evaluated !== null;
}

type Alert = NonNullable<Awaited<ReturnType<typeof lockDueAlert>>>;

async function evaluate(tx: Database, alert: Alert, now: number): Promise<void> {
  const { workspaceId, alertId, channelIds, ...rule } = alert;
  const window = windowAt(alert.windowHours, now);
  const needed = { ...window, start: window.start - lookBackOf(rule) };
  const parts = await listAlertParts(tx, { ...alert, window: needed });
  const { figure, earlier } = measureAlert(rule, parts, window.end);
  const { state, change } = evaluateAlert(rule, alert.state, figure, earlier);
  await updateAlertState(tx, alert, {
    state,
    metricNow: figure,
    lookedAt: new Date(now),
    ...(state === alert.state ? {} : { stateSince: new Date(now) }),
  });
  if (change === null || figure === null) return;
  const notificationId = await createNotification(tx, {
    workspaceId,
    kind: `alert.${change}`,
    key: `alert ${alertId} ${change} ${now}`,
    ...describeAlertChange(rule, { change, figure, window }),
    page: `settings/alerts/${alertId}`,
    channelIds,
  });
  await insertAlertEvent(tx, {
    workspaceId,
    alertId,
    change,
    figure,
    notificationId,
    occurredAt: new Date(now),
    comparison: alert.comparison,
    threshold: alert.threshold,
    windowStart: new Date(window.start),
    windowEnd: new Date(window.end),
  });
}
