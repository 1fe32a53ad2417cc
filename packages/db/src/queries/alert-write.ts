import { describeAlertChange, figureOf, judgeAlert, windowAt } from "@baton/core/alert";
import { and, asc, eq, lte } from "drizzle-orm";
import type { Database } from "../client";
import { alertEvent, alertRule } from "../schema/index";
import { listAlertParts } from "./alert-parts";
import { announce } from "./notice";

/** How long a look holds: its figures change once an hour, and when something comes in late. */
const REST_MILLISECONDS = 5 * 60_000;

/**
 * Looks at the alert that is due the longest: works out its figure, decides, and tells people where it fired or came back, in one
 * transaction. Any number of processes may do so at once: while one looks at an alert, the others pass it by.
 *
 * @param now milliseconds since 1970.
 * @returns whether there was one.
 */
export async function lookAtNextAlert(db: Database, now: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [alert] = await tx
      .select()
      .from(alertRule)
      .where(and(eq(alertRule.isActive, true), lte(alertRule.dueAt, new Date(now))))
      .orderBy(asc(alertRule.dueAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!alert) return false;
    const { workspaceId, alertId, channelIds, ...rule } = alert;
    const window = windowAt(alert.windowHours, now);
    const figure = figureOf(alert.figure, await listAlertParts(tx, { ...alert, window }));
    const { state, change } = judgeAlert(rule, alert.state, figure);
    await tx
      .update(alertRule)
      .set({
        ...{ state, figureNow: figure, lookedAt: new Date(now), dueAt: new Date(now + REST_MILLISECONDS) },
        ...(state === alert.state ? {} : { stateSince: new Date(now) }),
      })
      .where(and(eq(alertRule.workspaceId, workspaceId), eq(alertRule.alertId, alertId)));
    if (change === null || figure === null) return true;
    const told = { change, figure, window };
    const noticeId = await announce(tx, {
      ...{ workspaceId, kind: `alert.${change}`, key: `alert ${alertId} ${change} ${now}` },
      ...{ ...describeAlertChange(rule, told), page: `settings/alerts/${alertId}`, channelIds },
    });
    await tx.insert(alertEvent).values({
      ...{ workspaceId, alertId, change, figure, noticeId, occurredAt: new Date(now) },
      ...{ comparison: alert.comparison, threshold: alert.threshold },
      ...{ windowStart: new Date(window.start), windowEnd: new Date(window.end) },
    });
    return true;
  });
}
