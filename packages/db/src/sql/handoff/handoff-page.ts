import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { handoff } from "../../schema/index";
import { NET_TOKENS } from "../savings/net-tokens";

/** Position after which the next page of a session's handoffs starts. */
interface HandoffCursor {
  /** Milliseconds since 1970. */
  occurredAt: number;
  sourceFileId: number;
  sequence: number;
  ordinal: number;
}

/** Omits columns of unlimited size, such as notes: two hundred per page would fill the memory. */
const LISTED_COLUMNS = {
  eventId: handoff.eventId,
  occurredAt: handoff.occurredAt,
  sourceFileId: handoff.sourceFileId,
  sequence: handoff.sequence,
  ordinal: handoff.ordinal,
  kind: handoff.kind,
  fromAgent: handoff.fromAgent,
  toAgent: handoff.toAgent,
  mode: handoff.mode,
  ruleId: handoff.ruleId,
  policyVersion: handoff.policyVersion,
  scopingState: handoff.scopingState,
  beforeTokens: handoff.beforeTokens,
  afterTokens: handoff.afterTokens,
  /** Net. */
  savedTokens: sql<number | null>`${NET_TOKENS}`.mapWith(handoff.savedTokens),
  enforcement: handoff.enforcement,
};

/**
 * Returns a page of a session's handoffs in order, without their notes. The cost does not grow with the page
 * number.
 */
export async function listHandoffPage(
  db: Database,
  query: { workspaceId: string; sessionId: string; cursor?: HandoffCursor | undefined; limit: number },
) {
  const { workspaceId, sessionId, cursor, limit } = query;
  const rows = await db
    .select(LISTED_COLUMNS)
    .from(handoff)
    .where(
      and(
        eq(handoff.workspaceId, workspaceId),
        eq(handoff.sessionId, sessionId),
        // Only the time uses the index; the rest orders handoffs of the same millisecond.
        cursor &&
          sql`${handoff.occurredAt} >= ${new Date(cursor.occurredAt).toISOString()}::timestamptz
            and (${handoff.occurredAt}, ${handoff.sourceFileId}, ${handoff.sequence}, ${handoff.ordinal})
              > (${new Date(cursor.occurredAt).toISOString()}::timestamptz, ${cursor.sourceFileId}::bigint,
                ${cursor.sequence}::bigint, ${cursor.ordinal}::int)`,
      ),
    )
    .orderBy(asc(handoff.occurredAt), asc(handoff.sourceFileId), asc(handoff.sequence), asc(handoff.ordinal))
    .limit(limit + 1);
  const handoffs = rows.slice(0, limit);
  const last = handoffs.at(-1);
  const nextCursor: HandoffCursor | null =
    last && rows.length > limit
      ? {
          occurredAt: last.occurredAt.getTime(),
          sourceFileId: last.sourceFileId,
          sequence: last.sequence,
          ordinal: last.ordinal,
        }
      : null;
  return { handoffs, nextCursor };
}
