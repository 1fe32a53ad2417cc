import type { OutlinedHandoff } from "@baton/server/lineage";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { handoff, handoffOutline } from "../../schema/index";
import { atPlaceOfHandoff } from "../handoff/handoff-place";
import { isTooLargeToRead } from "./session-size";

const IN_ORDER = [
  asc(handoff.occurredAt),
  asc(handoff.sourceFileId),
  asc(handoff.sequence),
  asc(handoff.ordinal),
] as const;

/**
 * Maximum bytes of outlines as JSON, including the agents in each context. Tracing a field takes a second for
 * a few hundred thousand paths. Ten thousand handoffs of a kilobyte are well below.
 */
const MAX_OUTLINE_BYTES = 24 * 1024 * 1024;

/**
 * Returns all handoffs of a session in their order, each with the sizes of its fields if they were recorded;
 * null if the session is too large for it.
 */
export async function listSessionOutlines(
  db: Database,
  { workspaceId, sessionId }: { workspaceId: string; sessionId: string },
): Promise<OutlinedHandoff[] | null> {
  if (await isTooLargeToRead(db, { workspaceId, sessionId })) return null;
  const isOfSession = and(eq(handoff.workspaceId, workspaceId), eq(handoff.sessionId, sessionId));
  const [outlined] = await db
    .select({
      bytes: sql<number>`coalesce(sum(octet_length(${handoffOutline.entries}::text) + octet_length(coalesce(${handoffOutline.agents}::text, ''))), 0)::float8`,
    })
    .from(handoff)
    .innerJoin(handoffOutline, atPlaceOfHandoff(handoffOutline))
    .where(isOfSession);
  if (outlined && outlined.bytes > MAX_OUTLINE_BYTES) return null;
  return readOutlines(db, isOfSession);
}

async function readOutlines(db: Database, condition: SQL | undefined) {
  const rows = await db
    .select({
      eventId: handoff.eventId,
      occurredAt: handoff.occurredAt,
      kind: handoff.kind,
      fromAgent: handoff.fromAgent,
      toAgent: handoff.toAgent,
      ruleId: handoff.ruleId,
      policyVersion: handoff.policyVersion,
      scopingState: handoff.scopingState,
      outline: handoffOutline.entries,
      isTruncated: handoffOutline.isTruncated,
      agents: handoffOutline.agents,
    })
    .from(handoff)
    .leftJoin(handoffOutline, atPlaceOfHandoff(handoffOutline))
    .where(condition)
    .orderBy(...IN_ORDER);
  return rows.map(({ isTruncated, agents, ...row }) => ({
    ...row,
    agents: agents && new Set(agents),
    occurredAt: row.occurredAt.getTime(),
    outlineTruncated: isTruncated ?? false,
  }));
}
