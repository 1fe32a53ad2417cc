import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { compaction } from "../../schema/index";

/** Returns the newest compaction with a summary that is not yet compared with its original; null without one. */
export async function findUncompared(db: Database) {
  const [found] = await db
    .select()
    .from(compaction)
    .where(
      and(
        isNull(compaction.comparedAt),
        isNotNull(compaction.summary),
        sql`jsonb_typeof(${compaction.loss}) is distinct from 'object'`,
      ),
    )
    .orderBy(desc(compaction.occurredAt))
    .limit(1);
  return found ?? null;
}

/**
 * Stores the outcome of a comparison.
 *
 * @param facts null if a text is missing, so that the compaction is not compared again.
 */
export async function updateComparison(
  db: Database,
  { workspaceId, eventId }: { workspaceId: string; eventId: string },
  facts: { total: number; kept: number } | null,
): Promise<void> {
  await db
    .update(compaction)
    .set({ comparedAt: sql`now()`, totalFacts: facts?.total ?? null, keptFacts: facts?.kept ?? null })
    .where(and(eq(compaction.workspaceId, workspaceId), eq(compaction.eventId, eventId)));
}
