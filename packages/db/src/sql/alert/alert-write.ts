import { describeAlertChange, figureOf, judgeAlert, windowAt } from "@baton/server/alert";
import { and, asc, eq, gt, lte, or } from "drizzle-orm";
import type { Database } from "../../client";
import { alertEvent, alertRule } from "../../schema/index";
import { announce } from "../notification/notice";
import { listAlertParts } from "./alert-parts";

type AlertRow = typeof alertRule.$inferSelect;

/** How long a look holds: its figures change once an hour, and when something comes in late. */
const REST_MILLISECONDS = 5 * 60_000;

/**
 * Looks at the alert that is due the longest: works out its figure, decides, and tells people
 * where it fired or came back, in one transaction. Any number of processes may do so at once:
 * while one looks at an alert, the others pass it by.
 *
 * @param now milliseconds since 1970.
 * @returns whether there was one.
 * @throws what kept it from being looked at. It rests then as long as any
 *   other, so that those behind it have their turn.
 */
export async function lookAtNextAlert(db: Database, now: number): Promise<boolean> {
  const look = await db.transaction(async (tx) => {
    const [alert] = await tx
      .select()
      .from(alertRule)
      .where(and(eq(alertRule.isActive, true), isDueAt(now)))
      .orderBy(asc(alertRule.dueAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!alert) return null;
    await updateRule(tx, alert, { dueAt: new Date(now + REST_MILLISECONDS) });
    try {
      await tx.transaction((inner) => lookAt(inner, alert, now));
      return {};
    } catch (error) {
      return { error };
    }
  });
  if (look && "error" in look) throw look.error;
  return look !== null;
}

/**
 * None rests longer than a look holds: one that would was put off by a clock that has been set back since.
 */
function isDueAt(now: number) {
  return or(lte(alertRule.dueAt, new Date(now)), gt(alertRule.dueAt, new Date(now + REST_MILLISECONDS)));
}

async function lookAt(tx: Database, alert: AlertRow, now: number): Promise<void> {
  const { workspaceId, alertId, channelIds, ...rule } = alert;
  const window = windowAt(alert.windowHours, now);
  const figure = figureOf(alert.figure, await listAlertParts(tx, { ...alert, window }));
  const { state, change } = judgeAlert(rule, alert.state, figure);
  await updateRule(tx, alert, {
    state,
    figureNow: figure,
    lookedAt: new Date(now),
    ...(state === alert.state ? {} : { stateSince: new Date(now) }),
  });
  if (change === null || figure === null) return;
  const noticeId = await announce(tx, {
    workspaceId,
    kind: `alert.${change}`,
    key: `alert ${alertId} ${change} ${now}`,
    ...describeAlertChange(rule, { change, figure, window }),
    page: `settings/alerts/${alertId}`,
    channelIds,
  });
  await tx.insert(alertEvent).values({
    workspaceId,
    alertId,
    change,
    figure,
    noticeId,
    occurredAt: new Date(now),
    comparison: alert.comparison,
    threshold: alert.threshold,
    windowStart: new Date(window.start),
    windowEnd: new Date(window.end),
  });
}

async function updateRule(
  tx: Database,
  { workspaceId, alertId }: AlertRow,
  fields: Partial<AlertRow>,
): Promise<void> {
  await tx
    .update(alertRule)
    .set(fields)
    .where(and(eq(alertRule.workspaceId, workspaceId), eq(alertRule.alertId, alertId)));
}
