import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { openColdStore } from "../../cold/open-cold-store";
import type { TextRow } from "../../cold/parquet";
import { selectRows } from "../statement/rows";
import { COLD_COLUMNS } from "./cold-columns";
import { type ColdFile, discardColdFiles, isOfDay, listStoredFiles, lockColdFiles } from "./cold-file";
import { readColdRows } from "./cold-text";

/**
 * Brings the texts of whole days back from the cold store, and marks their files to be deleted.
 *
 * @param tx a transaction; it must commit before the files are deleted.
 * @returns the files to delete.
 * @throws ColdError that names a file that cannot be read. Nothing is changed then.
 */
export async function restoreColdDays(
  tx: Database,
  { workspaceId, days }: { workspaceId: string; days: readonly string[] },
): Promise<ColdFile[]> {
  await lockColdFiles(tx, workspaceId);
  const files = days.length === 0 ? [] : await listStoredFiles(tx, { workspaceId, days });
  if (files.length === 0) return [];
  const store = openColdStore();
  for (const file of files) {
    await readColdRows(store, file, (rows) => restoreRows(tx, file, rows));
    const name = sql.identifier(file.table);
    await tx.execute(sql`update ${name} set cold_bytes = null where ${isOfDay(file)} and cold_bytes = 0`);
  }
  await discardColdFiles(tx, files);
  return files;
}

/**
 * Brings back the days of lines that match, before they are deleted or searched for a name. The file of a day cannot lose
 * single lines.
 * @param condition SQL about rows of `event`; all by default.
 */
export async function restoreColdLines(
  tx: Database,
  workspaceId: string,
  condition: SQL = sql`true`,
): Promise<void> {
  await lockColdFiles(tx, workspaceId);
  const days = await selectRows(
    tx,
    z.object({ day: z.string() }),
    sql`select day::text from (select distinct day from cold_file
        where workspace_id = ${workspaceId} and state = 'stored') stored
      where exists (select 1 from event where workspace_id = ${workspaceId} and occurred_at >= day
        and occurred_at < day + 1 and ${condition})`,
  );
  await restoreColdDays(tx, { workspaceId, days: days.map(({ day }) => day) });
}

async function restoreRows(
  tx: Database,
  { workspaceId, table }: ColdFile,
  rows: readonly TextRow[],
): Promise<void> {
  const moved = sql.identifier(COLD_COLUMNS[table].moved);
  const values = rows.map(([at, file, generation, sequence, ordinal, text]) => ({
    at: at ? toTime(at) : null,
    file,
    generation,
    sequence,
    ordinal,
    text,
  }));
  // A newer value wins over the one in the file.
  await tx.execute(sql`update ${sql.identifier(table)} stored set cold_bytes = null, ${moved} = coalesce(stored.${moved}, cold.text)
    from json_to_recordset(${JSON.stringify(values)}::text::json)
      as cold(at timestamptz, file bigint, generation int, sequence bigint, ordinal int, text text)
    where stored.workspace_id = ${workspaceId} and cold_bytes is not null
      and stored.occurred_at = at and stored.source_file_id = file
      and stored.generation = cold.generation and stored.sequence = cold.sequence and stored.ordinal = cold.ordinal`);
}

/** Returns microseconds since 1970 as a time that PostgreSQL reads; Citus refuses to compute it in an update. */
function toTime(microseconds: string): string {
  const rest = ((BigInt(microseconds) % 1_000n) + 1_000n) % 1_000n;
  const milliseconds = Number((BigInt(microseconds) - rest) / 1_000n);
  return new Date(milliseconds).toISOString().replace("Z", `${String(rest).padStart(3, "0")}Z`);
}
