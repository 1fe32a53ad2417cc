import { and, eq, isNotNull } from "drizzle-orm";
import type { Database } from "../../client";
import { session } from "../../schema/index";
import { isAmong } from "../statement/is-among";

/** Returns the titles of sessions by their IDs, without those that have none. */
export async function listSessionTitles(
  db: Database,
  { workspaceId, sessionIds }: { workspaceId: string; sessionIds: readonly string[] },
): Promise<Map<string, string>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db
    .select({ sessionId: session.sessionId, title: session.title })
    .from(session)
    .where(
      and(
        eq(session.workspaceId, workspaceId),
        isAmong(session.sessionId, [...sessionIds]),
        isNotNull(session.title),
      ),
    );
  return new Map(rows.map(({ sessionId, title }) => [sessionId, title ?? ""]));
}
