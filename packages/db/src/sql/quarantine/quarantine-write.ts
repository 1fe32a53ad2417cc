import { sql } from "drizzle-orm";
import type { Database } from "../../client";
import { quarantinedLine } from "../../schema/index";
import { insertRows } from "../statement/insert-rows";

export type QuarantinedLine = Omit<typeof quarantinedLine.$inferInsert, "quarantinedAt">;

/** Inserts quarantined lines and skips existing positions. */
export async function insertQuarantinedLines(db: Database, lines: readonly QuarantinedLine[]): Promise<void> {
  if (lines.length > 0) await insertRows(db, quarantinedLine, lines, sql`on conflict do nothing`);
}
