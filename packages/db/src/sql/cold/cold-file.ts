import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { ColdError } from "../../cold/cold-error";
import type { COLD_TABLES } from "../../schema/cold-file";
import { coldFile } from "../../schema/index";
import { Sum, selectRows } from "../statement/rows";

const DAY_MILLISECONDS = 86_400_000;

export type ColdFile = typeof coldFile.$inferSelect;
export type ColdTableName = (typeof COLD_TABLES)[number];

/** Rows of a table of a workspace on a day (UTC, `2026-05-03`). */
export interface ColdDay {
  workspaceId: string;
  table: ColdTableName;
  day: string;
}

/**
 * Returns a condition for the rows of a day. It compares with times, not dates, because Citus refuses an update that
 * converts a column by the time zone of the session.
 */
export function isOfDay({ workspaceId, day }: Pick<ColdDay, "workspaceId" | "day">): SQL {
  const start = new Date(`${day}T00:00:00Z`);
  const end = new Date(start.getTime() + DAY_MILLISECONDS);
  return sql`workspace_id = ${workspaceId} and occurred_at >= ${start.toISOString()}::timestamptz
    and occurred_at < ${end.toISOString()}::timestamptz`;
}

/**
 * Waits for moves to cold storage and deletions in the workspace, and blocks new ones until the transaction ends. Without
 * it, a deletion could miss a file that is written meanwhile.
 */
export async function lockColdFiles(tx: Database, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cold files of ${workspaceId}`}, 0))`);
}

/** Records that a file is about to be written, so that it is deleted if that does not end. */
export async function insertColdFile(db: Database, { workspaceId, table, day }: ColdDay): Promise<ColdFile> {
  const fileId = randomUUID();
  // A folder is named by anything but its signs of paths.
  const folder = encodeURIComponent(workspaceId).replaceAll("%", "_");
  const path = `${folder}/${table}/${day.slice(0, 7)}/${day}-${fileId.slice(0, 8)}.parquet`;
  const [row] = await db
    .insert(coldFile)
    .values({ workspaceId, fileId, table, day, path, state: "writing" })
    .returning();
  if (!row) throw new Error("an insert gives back its row");
  return row;
}

/** Marks a written file as the only place of its texts. @throws ColdError if another process gave the file up. */
export async function updateStoredFile(
  tx: Database,
  { workspaceId, fileId }: ColdFile,
  facts: Pick<ColdFile, "rowCount" | "byteLength" | "sha256" | "rowsSha256">,
): Promise<void> {
  const updated = await tx
    .update(coldFile)
    .set({ ...facts, state: "stored" })
    .where(
      and(eq(coldFile.workspaceId, workspaceId), eq(coldFile.fileId, fileId), eq(coldFile.state, "writing")),
    )
    .returning({ fileId: coldFile.fileId });
  if (updated.length === 0) throw new ColdError("Another process gave the file up. Try again.");
}

/** Lists the files that are the only place of their texts, by day. @param days all by default. */
export async function listStoredFiles(
  db: Database,
  { workspaceId, table, days }: { workspaceId: string; table?: ColdTableName; days?: readonly string[] },
): Promise<ColdFile[]> {
  return db
    .select()
    .from(coldFile)
    .where(
      and(
        eq(coldFile.workspaceId, workspaceId),
        eq(coldFile.state, "stored"),
        table && eq(coldFile.table, table),
        days && inArray(coldFile.day, [...days]),
      ),
    )
    .orderBy(asc(coldFile.day), asc(coldFile.table), asc(coldFile.createdAt));
}

/** Marks files to be deleted: their texts are in the database again, or deleted. */
export async function discardColdFiles(tx: Database, files: readonly ColdFile[]): Promise<void> {
  for (const { workspaceId, fileId } of files) {
    await tx
      .update(coldFile)
      .set({ state: "removing" })
      .where(and(eq(coldFile.workspaceId, workspaceId), eq(coldFile.fileId, fileId)));
  }
}

/** Marks the files of days that ended before a time to be deleted, with their rows. */
export async function discardColdDays(
  tx: Database,
  { workspaceId, before }: { workspaceId: string; before: Date },
): Promise<void> {
  await lockColdFiles(tx, workspaceId);
  await tx
    .update(coldFile)
    .set({ state: "removing" })
    .where(
      and(
        eq(coldFile.workspaceId, workspaceId),
        eq(coldFile.state, "stored"),
        sql`${coldFile.day} < ${before.toISOString().slice(0, 10)}::date`,
      ),
    );
}

/** Lists files to delete, of all workspaces. First gives up those that a killed process left half written. */
export async function listDiscardedFiles(db: Database): Promise<ColdFile[]> {
  const left = await selectRows(
    db,
    z.object({ workspaceId: z.string() }),
    sql`select distinct workspace_id as "workspaceId" from cold_file where state = 'writing'`,
  );
  for (const { workspaceId } of left) {
    await db.transaction(async (tx) => {
      // The writer of a file holds this lock until it is stored.
      await tx.execute(sql`update cold_file set state = 'removing' where workspace_id = ${workspaceId} and state = 'writing'
        and (select pg_try_advisory_xact_lock(hashtextextended(${`cold files of ${workspaceId}`}, 0)))`);
    });
  }
  return db.select().from(coldFile).where(eq(coldFile.state, "removing"));
}

/** Forgets a file that is deleted. */
export async function deleteColdFile(db: Database, { workspaceId, fileId }: ColdFile): Promise<void> {
  await db
    .delete(coldFile)
    .where(
      and(eq(coldFile.workspaceId, workspaceId), eq(coldFile.fileId, fileId), eq(coldFile.state, "removing")),
    );
}

const ColdCount = z.object({ table: z.string(), day: z.string(), storedRows: Sum, fileRows: Sum });

/** Counts the rows whose texts moved by table and day, and the rows of their files. Leaves out expired days. */
export async function listColdCounts(
  db: Database,
  workspaceId: string,
): Promise<z.infer<typeof ColdCount>[]> {
  const rowsOf = (
    table: ColdTableName,
  ) => sql`select ${table}::text as name, occurred_at::date as day, count(*) as rows
    from ${sql.identifier(table)} where workspace_id = ${workspaceId} and cold_bytes is not null group by 2`;
  return selectRows(
    db,
    ColdCount,
    sql`with moved as (${rowsOf("event")} union all ${rowsOf("handoff_outline")}),
      file as (select table_name as name, day, sum(row_count) as rows from cold_file
        where workspace_id = ${workspaceId} and state = 'stored' group by 1, 2)
      select name as table, day::text, coalesce(moved.rows, 0) as "storedRows", coalesce(file.rows, 0) as "fileRows"
      from moved full join file using (name, day)
      where day >= coalesce((select applied_before::date from retention where workspace_id = ${workspaceId}), '-infinity')
      order by 2, 1`,
  );
}

/** Returns the last day whose lines are in cold storage; null without one. */
export async function findLastColdDay(db: Database, workspaceId: string): Promise<string | null> {
  const [last] = await db
    .select({ day: sql<string | null>`max(${coldFile.day})::text` })
    .from(coldFile)
    .where(
      and(eq(coldFile.workspaceId, workspaceId), eq(coldFile.state, "stored"), eq(coldFile.table, "event")),
    );
  return last?.day ?? null;
}
