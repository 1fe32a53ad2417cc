import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import type { TextRow } from "../../cold/parquet";
import { selectRows } from "../statement/rows";
import { COLD_COLUMNS, PLACE_COLUMNS } from "./cold-columns";
import { type ColdDay, isOfDay } from "./cold-file";

/** Rows that are read at once. */
const BATCH_ROWS = 500;

const Row = z.record(z.string(), z.string().nullable());

/** Lists the days (UTC) of a month, `2026-05`, with rows that have not moved to the cold store. */
export async function listWarmDays(db: Database, workspaceId: string, month: string): Promise<string[]> {
  const start = `${month}-01`;
  const days = await selectRows(
    db,
    z.object({ day: z.string() }),
    sql`select day::date::text as day
      from generate_series(${start}::date, ${start}::date + interval '1 month' - interval '1 day', '1 day') day
      where exists (select 1 from event where workspace_id = ${workspaceId} and occurred_at >= day
          and occurred_at < day + interval '1 day' and cold_bytes is null)
        or exists (select 1 from handoff_outline where workspace_id = ${workspaceId} and occurred_at >= day
          and occurred_at < day + interval '1 day' and cold_bytes is null)
      order by 1`,
  );
  return days.map(({ day }) => day);
}

/** Reads the rows of a day that have not moved, in the order of their key. @param tx repeatable read. */
export async function* readWarmRows(tx: Database, coldDay: ColdDay): AsyncGenerator<TextRow[]> {
  const { columns, selected } = COLD_COLUMNS[coldDay.table];
  const key = sql.raw(PLACE_COLUMNS.map(({ name }) => name).join(", "));
  let after = sql``;
  for (;;) {
    const rows = await selectRows(
      tx,
      Row,
      sql`select ${selected} from ${sql.identifier(coldDay.table)} warm
        where ${isOfDay(coldDay)} and cold_bytes is null ${after}
        order by ${sql.raw(PLACE_COLUMNS.map(({ name }) => `warm.${name}`).join(", "))} limit ${BATCH_ROWS}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => columns.map(({ name }) => row[name] ?? null));
    after = sql`and (${key}) > (timestamptz 'epoch' + ${last.occurred_at}::bigint * interval '1 microsecond',
      ${last.source_file_id}::bigint, ${last.generation}::int, ${last.sequence}::bigint, ${last.ordinal}::int)`;
  }
}

/** Removes the texts of a day, which are in a file now. @returns the number of rows that moved. */
export async function clearWarmTexts(tx: Database, coldDay: ColdDay): Promise<number> {
  const moved = sql.identifier(COLD_COLUMNS[coldDay.table].moved);
  const { rowCount } = await tx.execute(
    sql`update ${sql.identifier(coldDay.table)} set cold_bytes = coalesce(octet_length(${moved}), 0), ${moved} = null
      where ${isOfDay(coldDay)} and cold_bytes is null`,
  );
  return rowCount ?? 0;
}

/**
 * Returns the space of moved texts to the operating system: writes the partitions of a month again. Others wait for it when
 * they read this month.
 */
export async function shrinkMonth(db: Database, month: string): Promise<void> {
  for (const table of ["event", "handoff_outline"]) {
    const name = sql.identifier(`${table}_${month.replace("-", "_")}`);
    await db.execute(sql`vacuum (full, analyze) ${name}`);
  }
}
