import type { AlertRule } from "@baton/server/alert";
import { and, asc, desc, eq, getTableColumns, gt, lte, or, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { alertEvent, alertRule } from "../../schema/index";
import { listNotificationDeliveries } from "../notification/notification";
import { lockFirst, OFFERED_ROWS } from "../statement/lock-first";

type AlertRow = typeof alertRule.$inferSelect;

/** Status of an alert. */
interface AlertPlace {
  workspaceId: string;
  alertId: number;
}

const { workspaceId: _, dueAt: __, ...SHOWN_COLUMNS } = getTableColumns(alertRule);
const { workspaceId: ___, ...EVENT_COLUMNS } = getTableColumns(alertEvent);

/** Number of times that an alert triggered, and the last time. */
const FIRINGS = {
  firedCount:
    sql<number>`(select count(*) from alert_event where alert_event.workspace_id = alert_rule.workspace_id
    and alert_event.alert_id = alert_rule.alert_id and change = 'fired')`.mapWith(Number),
};

/** Returns the alerts of a workspace with their last evaluation, oldest first. */
export async function listAlerts(db: Database, { workspaceId }: { workspaceId: string }) {
  return db
    .select({ ...SHOWN_COLUMNS, ...FIRINGS })
    .from(alertRule)
    .where(eq(alertRule.workspaceId, workspaceId))
    .orderBy(asc(alertRule.alertId));
}

/** Returns one alert; null if not found. */
export async function getAlert(db: Database, place: AlertPlace) {
  const [found] = await db
    .select({ ...SHOWN_COLUMNS, ...FIRINGS })
    .from(alertRule)
    .where(isAt(place));
  return found ?? null;
}

/** Returns when an alert triggered and resolved (newest first), with the deliveries of each notification. */
export async function listAlertEvents(db: Database, { limit, ...place }: AlertPlace & { limit: number }) {
  const { workspaceId, alertId } = place;
  const events = await db
    .select(EVENT_COLUMNS)
    .from(alertEvent)
    .where(and(eq(alertEvent.workspaceId, workspaceId), eq(alertEvent.alertId, alertId)))
    .orderBy(desc(alertEvent.alertEventId))
    .limit(limit);
  const notificationIds = events.flatMap(({ notificationId }) => notificationId ?? []);
  const deliveries = await listNotificationDeliveries(db, { workspaceId, notificationIds });
  return events.map(({ notificationId, ...event }) => ({
    ...event,
    deliveries: (notificationId !== null && deliveries.get(notificationId)) || [],
  }));
}

/** Inserts an alert, which is evaluated from then on. @returns its ID. */
export async function insertAlert(
  db: Database,
  alert: AlertRule & { workspaceId: string; createdBy: string },
): Promise<number> {
  const [added] = await db.insert(alertRule).values(alert).returning({ alertId: alertRule.alertId });
  if (!added) throw new Error("an insert without conflict gives its row");
  return added.alertId;
}

/** Locks an alert's settings until the transaction ends and returns them; null if not found. */
export async function lockAlert(tx: Database, place: AlertPlace) {
  const { name, figure, comparison, threshold, windowHours, filter, channelIds, isActive } = alertRule;
  const [found] = await tx
    .select({ name, figure, comparison, threshold, windowHours, filter, channelIds, isActive })
    .from(alertRule)
    .where(isAt(place))
    .for("update");
  return found ?? null;
}

/**
 * Changes an alert and schedules its evaluation. With `restarts`, its previous status is dropped: it triggers
 * again if the metric is beyond the threshold now.
 */
export async function updateAlert(
  tx: Database,
  place: AlertPlace,
  change: Partial<AlertRule> & { isActive?: boolean },
  { restarts }: { restarts: boolean },
): Promise<void> {
  const fresh = { state: null, stateSince: null, metricNow: null, lookedAt: null };
  await tx
    .update(alertRule)
    .set({ ...change, ...(restarts ? fresh : {}), dueAt: sql`now()` })
    .where(isAt(place));
}

/** Deletes an alert with its history. */
export async function deleteAlert(tx: Database, place: AlertPlace): Promise<void> {
  const { workspaceId, alertId } = place;
  await tx
    .delete(alertEvent)
    .where(and(eq(alertEvent.workspaceId, workspaceId), eq(alertEvent.alertId, alertId)));
  await tx.delete(alertRule).where(isAt(place));
}

/**
 * Locks the active alert that is due the longest until the transaction ends. Skips alerts that others hold.
 *
 * @param now milliseconds since 1970.
 * @param restMilliseconds longest time between two evaluations. An alert due later was delayed by a clock that
 *   has been set back since, so it counts as due.
 * @returns null if none is due.
 */
export async function lockDueAlert(tx: Database, now: number, restMilliseconds: number) {
  const isDue = or(
    lte(alertRule.dueAt, new Date(now)),
    gt(alertRule.dueAt, new Date(now + restMilliseconds)),
  );
  const isWork = and(eq(alertRule.isActive, true), isDue);
  const places = await tx
    .select({ workspaceId: alertRule.workspaceId, alertId: alertRule.alertId })
    .from(alertRule)
    .where(isWork)
    .orderBy(asc(alertRule.dueAt))
    .limit(OFFERED_ROWS);
  return lockFirst(places, (place) =>
    tx
      .select()
      .from(alertRule)
      .where(and(isAt(place), isWork))
      .for("update", { skipLocked: true }),
  );
}

/** Stores the result of an evaluation, or the time of the next one. */
export async function updateAlertState(
  tx: Database,
  place: AlertPlace,
  state: Partial<Pick<AlertRow, "dueAt" | "state" | "stateSince" | "metricNow" | "lookedAt">>,
): Promise<void> {
  await tx.update(alertRule).set(state).where(isAt(place));
}

/** Inserts a change of an alert: it triggered or resolved. */
export async function insertAlertEvent(tx: Database, row: typeof alertEvent.$inferInsert): Promise<void> {
  await tx.insert(alertEvent).values(row);
}

function isAt({ workspaceId, alertId }: AlertPlace) {
  return and(eq(alertRule.workspaceId, workspaceId), eq(alertRule.alertId, alertId));
}
