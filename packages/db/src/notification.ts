import { sql } from "drizzle-orm";
import postgres from "postgres";
import { z } from "zod";
import type { Database } from "./client";

const CHANNEL = "baton_rows";
const REPLAY_CHANNEL = "baton_replay";

/** Which kinds of rows are new in a workspace: enough for a page to know whether it must ask again. */
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

/**
 * Calls `onRows` for every announcement until stopped. Reconnects by itself;
 * `onReconnect` tells that some may have been missed.
 */
export async function listenForRows(
  url: string,
  handlers: { onRows: (notification: RowsNotification) => void; onReconnect?: () => void },
): Promise<{ stop: () => Promise<void> }> {
  return listen(
    url,
    CHANNEL,
    (payload) => handlers.onRows(RowsNotification.parse(JSON.parse(payload))),
    handlers.onReconnect,
  );
}

/** Tells every ingest that lines are to be replayed, when the transaction `db` commits. */
export async function notifyReplay(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${REPLAY_CHANNEL}, '')`);
}

/** Calls `onRequest` when lines are to be replayed, and whenever that may have been missed, until stopped. */
export async function listenForReplays(
  url: string,
  onRequest: () => void,
): Promise<{ stop: () => Promise<void> }> {
  return listen(url, REPLAY_CHANNEL, onRequest, onRequest);
}

async function listen(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
  onReconnect: (() => void) | undefined,
): Promise<{ stop: () => Promise<void> }> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const stop = () => client.end({ timeout: 1 });
  try {
    await client.listen(channel, onNotify, onReconnect);
  } catch (error) {
    // Else it would go on by itself, beside whatever the caller tries next.
    await stop();
    throw error;
  }
  return { stop };
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

/**
 * Calls `onPolicy` with the workspace whenever what orchestrators are to obey has changed, until stopped.
 * Reconnects by itself; `onReconnect` tells that some may have been missed.
 */
export function listenForPolicies(
  url: string,
  handlers: { onPolicy: (workspaceId: string) => void; onReconnect: () => void },
): Promise<{ stop: () => Promise<void> }> {
  return listen(url, POLICY_CHANNEL, handlers.onPolicy, handlers.onReconnect);
}

/** Announces that notices wait to be delivered, when the transaction `db` commits. */
export async function notifyNotices(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${NOTICE_CHANNEL}, '')`);
}

/**
 * Calls `onNotices` whenever notices wait to be delivered, until stopped, and
 * after each time when some may have been missed.
 */
export function listenForNotices(url: string, onNotices: () => void): Promise<{ stop: () => Promise<void> }> {
  return listen(url, NOTICE_CHANNEL, onNotices, onNotices);
}
