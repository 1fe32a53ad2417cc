import { sql } from "drizzle-orm";
import type { Database } from "../client";
import { quarantinedLine } from "../schema/index";
import { insertRows } from "./insert-rows";

export type QuarantinedLine = Omit<typeof quarantinedLine.$inferInsert, "quarantinedAt">;

/** Puts lines into quarantine; one whose position is there already stays as it is. */
export async function insertQuarantinedLines(db: Database, lines: readonly QuarantinedLine[]): Promise<void> {
  if (lines.length > 0) await insertRows(db, quarantinedLine, lines, sql`on conflict do nothing`);
}
