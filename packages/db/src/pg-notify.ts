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
  /** True if only the policy, its draft or its reviews changed. */
  isPolicy: z.boolean().optional(),
});
export type RowsNotification = z.infer<typeof RowsNotification>;

/** PostgreSQL limits payloads to 8,000 bytes. Beyond this number, the page refetches everything it shows. */
const MAX_NAMED_SESSIONS = 50;
const MAX_NAME_BYTES = 120;

/** Announces new rows. PostgreSQL sends this when the transaction `db` commits. */
export async function notifyRows(db: Database, notification: RowsNotification): Promise<void> {
  const named = notification.sessionIds.filter(
    (id) => Buffer.byteLength(JSON.stringify(id)) <= MAX_NAME_BYTES,
  );
  const payload = JSON.stringify({ ...notification, sessionIds: named.slice(0, MAX_NAMED_SESSIONS) });
  await db.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
}

/** Announces a change of a policy, its draft or its reviews to open pages, when the transaction `db` commits. */
export async function notifyPolicyPages(db: Database, workspaceId: string): Promise<void> {
  const nothing = { sessionIds: [], hasHandoffs: false, hasQuarantined: false };
  await notifyRows(db, { workspaceId, ...nothing, isPolicy: true });
}

interface Retrying {
  /** Called on each connection: messages before it may be missed. */
  onConnect: () => void;
  /** Called when the connection is lost. */
  onDisconnect?: () => void;
  /** Called if it cannot connect; it tries again every second. */
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

/** Requests a replay from every ingest process when the transaction `db` commits. */
export async function notifyReplay(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${REPLAY_CHANNEL}, '')`);
}

/** Calls `onRequest` when a replay is requested, and when a request may have been missed. */
export function listenForReplays(url: string, onRequest: () => void): Listener {
  return new Listener(url, REPLAY_CHANNEL, { onMessage: onRequest, onConnect: onRequest });
}

const POLICY_CHANNEL = "baton_policy";
const NOTICE_CHANNEL = "baton_notice";

/**
 * Announces a change of a workspace's policy, its switch, a rollout phase or an API key, when the transaction
 * `db` commits.
 */
export async function notifyPolicy(db: Database, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_notify(${POLICY_CHANNEL}, ${workspaceId})`);
}

/** Calls `onPolicy` with the workspace when its live policy, a rollout phase or an API key changes. */
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

/** Calls `onNotifications` when notifications wait, and when an announcement may have been missed. */
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
