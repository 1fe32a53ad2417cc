import { type CompactionFacts, toStorableText } from "@baton/core";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../client";
import { compaction } from "../schema/index";
import { insertRows } from "./insert-rows";
import type { ResolvedRecord } from "./line-batch";

/** A record that is a compaction. */
export interface ResolvedCompaction extends ResolvedRecord {
  facts: CompactionFacts;
}

/** Inserts compactions. */
export async function insertCompactions(
  db: Database,
  workspaceId: string,
  compactions: readonly ResolvedCompaction[],
): Promise<void> {
  if (compactions.length === 0) return;
  const rows = compactions.map(({ facts, record, ...resolved }) => ({
    ...{ workspaceId, ...resolved, ...facts },
    loss: facts.loss && describeLoss(facts.loss),
  }));
  await insertRows(db, compaction, rows, sql`on conflict do nothing`);
}

/** An event holds the figures alone: what is gone is known to whoever has both texts. */
function describeLoss(loss: NonNullable<CompactionFacts["loss"]>) {
  const classes = Object.entries(loss).map(([name, { total, kept }]) => [name, { total, kept, gone: null }]);
  return Object.fromEntries(classes);
}

/** Puts a summary to its compaction, which stands on an earlier line; the first one that comes stays. */
export async function putCompactionSummary(
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
