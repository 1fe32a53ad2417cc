import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Connection, connect, type Database } from "./client";
import { selectRows } from "./sql/statement/rows";

/**
 * A position in the primary's log, as PostgreSQL writes it (`pg_lsn`). Everything committed before is at
 * lower positions.
 */
export const LogPosition = z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i);
export type LogPosition = z.infer<typeof LogPosition>;

/** Returns the log position of the primary, at or after everything committed so far. */
export async function getLogPosition(primary: Database): Promise<LogPosition> {
  const rows = await selectRows(
    primary,
    z.object({ position: LogPosition }),
    sql`select pg_current_wal_insert_lsn()::text as position`,
  );
  const [row] = rows;
  if (!row) throw new Error("a function gives one row");
  return row.position;
}

/** Shorter than for a primary, because the primary can replace a replica. */
const CONNECT_SECONDS = 2;
/** A replica that failed is left out for this time, so that no page waits for it and the log has few entries. */
const PAUSE_MILLISECONDS = 10_000;

/** A primary, and a streaming replica of it that can serve reads. */
export class Replica {
  private readonly connection: Connection;
  private pausedUntil = 0;

  /**
   * @param primary used for reads that the replica cannot answer yet.
   * @param url     of the replica, `postgres://…`; a server that is not a standby counts as up to date.
   * @param onFailure called if the replica is not available; reads then use the primary.
   * @param statementSeconds time limit of a read.
   */
  constructor(
    private readonly primary: Database,
    url: string,
    private readonly onFailure: (error: unknown) => void,
    statementSeconds?: number,
  ) {
    this.connection = connect(url, { connectSeconds: CONNECT_SECONDS, statementSeconds });
  }

  /**
   * Returns the replica if it has replayed all of the positions, otherwise the primary. So a read never
   * misses a write its user knows of, and never waits for a lagging replica.
   */
  async choose(positions: readonly LogPosition[]): Promise<Database> {
    if (performance.now() < this.pausedUntil) return this.primary;
    try {
      const [row] = await selectRows(
        this.connection.db,
        z.object({ hasAll: z.boolean() }),
        sql`select not pg_is_in_recovery() or coalesce(
          (select bool_and(coalesce(pg_last_wal_replay_lsn() >= position, false)) from json_array_elements_text(${JSON.stringify(positions)}::text::json)
            as seen(text), cast(seen.text as pg_lsn) as position), true) as "hasAll"`,
      );
      return row?.hasAll ? this.connection.db : this.primary;
    } catch (error) {
      // Reads that failed at the same time are one failure.
      if (performance.now() >= this.pausedUntil) this.onFailure(error);
      this.pausedUntil = performance.now() + PAUSE_MILLISECONDS;
      return this.primary;
    }
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
