import type { CompactionFacts } from "@baton/core/session";
import { toStorableText } from "@baton/server/storable-text";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { compaction } from "../../schema/index";
import type { ResolvedRecord } from "../line/line-batch";
import { insertRows } from "../statement/insert-rows";
import { addToCompactionTotals } from "./compaction-totals";

/** A compaction record. */
interface ResolvedCompaction extends ResolvedRecord {
  facts: CompactionFacts;
}

/** Inserts compactions, and adds new ones to the totals. */
export async function insertCompactions(
  db: Database,
  workspaceId: string,
  compactions: readonly ResolvedCompaction[],
): Promise<void> {
  if (compactions.length === 0) return;
  const rows = compactions.map(({ facts, record, ...resolved }) => ({
    workspaceId,
    ...resolved,
    ...facts,
    summarizerTokens: facts.summarizerTokens ?? null,
    summarizerOutputTokens: facts.summarizerOutputTokens ?? null,
    summarizerModel: facts.summarizerModel ?? null,
    loss: facts.loss && describeLoss(facts.loss),
  }));
  const inserted = await insertRows(db, compaction, rows, sql`on conflict do nothing returning event_id`);
  const isNew = new Set(inserted.map(({ event_id }) => event_id));
  await addToCompactionTotals(
    db,
    workspaceId,
    rows.filter(({ eventId }) => isNew.delete(toStorableText(eventId))),
  );
}

/** Events contain only counts. The lost facts can be derived from both texts. */
function describeLoss(loss: NonNullable<CompactionFacts["loss"]>) {
  const classes = Object.entries(loss).map(([name, { total, kept }]) => [name, { total, kept, gone: null }]);
  return Object.fromEntries(classes);
}

/** Adds a summary to its compaction on an earlier line. The first summary stays. */
export async function upsertCompactionSummary(
  db: Database,
  workspaceId: string,
  { eventId, summary }: { eventId: string; summary: string },
): Promise<void> {
  await db
    .update(compaction)
    .set({ summary: toStorableText(summary) })
    .where(
      and(
        eq(compaction.workspaceId, workspaceId),
        eq(compaction.eventId, toStorableText(eventId)),
        isNull(compaction.summary),
      ),
    );
}

/** Adds the size after to its compaction on an earlier line, and to the totals. The first size stays. */
export async function upsertCompactionSize(
  db: Database,
  workspaceId: string,
  { eventId, afterTokens }: { eventId: string; afterTokens: number },
): Promise<void> {
  const { occurredAt, agent, trigger, beforeTokens } = compaction;
  const measured = await db
    .update(compaction)
    .set({ afterTokens })
    .where(
      and(
        eq(compaction.workspaceId, workspaceId),
        eq(compaction.eventId, toStorableText(eventId)),
        isNull(compaction.afterTokens),
      ),
    )
    .returning({ occurredAt, agent, trigger, beforeTokens });
  const before = measured.map((row) => ({ ...row, afterTokens: null }));
  await addToCompactionTotals(db, workspaceId, before, -1);
  await addToCompactionTotals(
    db,
    workspaceId,
    measured.map((row) => ({ ...row, afterTokens })),
  );
}

/**
 * Deletes compactions.
 * @returns the columns that totals need.
 */
export async function deleteCompactions(db: Database, isOne: SQL | undefined) {
  const { occurredAt, sessionId, agent, trigger, beforeTokens, afterTokens } = compaction;
  return db
    .delete(compaction)
    .where(isOne)
    .returning({ occurredAt, sessionId, agent, trigger, beforeTokens, afterTokens });
}
