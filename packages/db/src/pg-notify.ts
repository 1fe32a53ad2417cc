import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./client";
import { Listener } from "./listener";

const CHANNEL = "baton_rows";
const REPLAY_CHANNEL = "baton_replay";

/** Kinds of new rows in a workspace, so that a page knows if it must refetch. */
export const RowsNotification = z.object({
  workspaceId: z.string(),
  sessionIds: z.array(z.string()),
  hasHandoffs: z.boolean(),
  hasQuarantined: z.boolean(),
});
export type RowsNotification = z.infer<typeof RowsNotification>;

/** PostgreSQL refuses payloads of 8,000 bytes; the page then asks for everything it shows. */
const MAX_NAMED_SESSIONS = 50;
const MAX_NAME_BYTES = 120;

/**
 * Announces new rows; sent by PostgreSQL when the transaction `db` commits, and not at all when it does not.
 */
export async function notifyRows(db: Database, notification: RowsNotification): Promise<void> {
  const named = notification.sessionIds.filter(
    (id) => Buffer.byteLength(JSON.stringify(id)) <= MAX_NAME_BYTES,
  );
  const payload = JSON.stringify({ ...notification, sessionIds: named.slice(0, MAX_NAMED_SESSIONS) });
  await db.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
}

interface Retrying {
  /** Messages may be missed before this. */
  onConnect: () => void;
  /** It cannot connect; it tries again every second. */
  onFailure: (error: unknown) => void;
}

/** Calls `onRows` for every announcement of new rows. */
export function listenForRows(
  url: string,
  { onRows, ...handlers }: Retrying & { onRows: (notification: RowsNotification) => void },
): Listener {
  const onMessage = (payload: string) => onRows(RowsNotification.parse(JSON.parse(payload)));
  return new Listener(url, CHANNEL, { ...handlers, onMessage });
}

/** Tells every ingest that lines are to be replayed, when the transaction `db` commits. */
export async function notifyReplay(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${REPLAY_CHANNEL}, '')`);
}

/** Calls `onRequest` when lines are to be replayed, and when that may have been missed. */
export function listenForReplays(url: string, onRequest: () => void): Listener {
  return new Listener(url, REPLAY_CHANNEL, { onMessage: onRequest, onConnect: onRequest });
}

const POLICY_CHANNEL = "baton_policy";
const NOTICE_CHANNEL = "baton_notice";

/**
 * Announces that a workspace's policy, its switch or a phase is
 * another one, when the transaction `db` commits.
 */
export async function notifyPolicy(db: Database, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_notify(${POLICY_CHANNEL}, ${workspaceId})`);
}

/** Calls `onPolicy` with the workspace whenever its live policy or a phase has changed. */
export function listenForPolicies(
  url: string,
  { onPolicy, ...handlers }: Retrying & { onPolicy: (workspaceId: string) => void },
): Listener {
  return new Listener(url, POLICY_CHANNEL, { ...handlers, onMessage: onPolicy });
}

/** Announces waiting notifications when the transaction `db` commits. */
export async function wakeNotificationSenders(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${NOTICE_CHANNEL}, '')`);
}

/**
 * Calls `onNotifications` when notifications wait, and after a time in which an announcement may have been missed.
 */
export function listenForNotifications(
  url: string,
  { onNotifications, onFailure }: { onNotifications: () => void; onFailure: (error: unknown) => void },
): Listener {
  return new Listener(url, NOTICE_CHANNEL, {
    onMessage: onNotifications,
    onConnect: onNotifications,
    onFailure,
  });
}
