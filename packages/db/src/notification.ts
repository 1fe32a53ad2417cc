import { sql } from "drizzle-orm";
import postgres from "postgres";
import { z } from "zod";
import type { Database } from "./client";

const CHANNEL = "baton_rows";

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

/** Announces new rows; sent by PostgreSQL when the transaction `db` commits, and not at all when it does not. */
export async function notifyRows(db: Database, notification: RowsNotification): Promise<void> {
  const named = notification.sessionIds.filter(
    (id) => Buffer.byteLength(JSON.stringify(id)) <= MAX_NAME_BYTES,
  );
  const payload = JSON.stringify({ ...notification, sessionIds: named.slice(0, MAX_NAMED_SESSIONS) });
  await db.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
}

/**
 * Calls `onRows` for every announcement until stopped. Reconnects by itself; `onReconnect` tells that some may have
 * been missed.
 */
export async function listenForRows(
  url: string,
  handlers: { onRows: (notification: RowsNotification) => void; onReconnect?: () => void },
): Promise<{ stop: () => Promise<void> }> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  await client.listen(
    CHANNEL,
    (payload) => handlers.onRows(RowsNotification.parse(JSON.parse(payload))),
    handlers.onReconnect,
  );
  return { stop: () => client.end({ timeout: 1 }) };
}
