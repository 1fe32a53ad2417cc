import { sql } from "drizzle-orm";
import type { Database } from "../../client";
import { quarantinedLine } from "../../schema/index";
import { findErasedInText } from "../erasure/erased-lines";
import { addDroppedLines } from "../source/dropped-lines";
import { insertRows } from "../statement/insert-rows";

export type QuarantinedLine = Omit<typeof quarantinedLine.$inferInsert, "quarantinedAt">;

/**
 * Quarantines lines and skips existing positions. Lines that name an erased session or agent are recorded as
 * dropped, because an invalid line can still contain erased data.
 */
export async function insertQuarantinedLines(db: Database, lines: readonly QuarantinedLine[]): Promise<void> {
  for (const workspaceId of new Set(lines.map((line) => line.workspaceId))) {
    const own = lines.filter((line) => line.workspaceId === workspaceId);
    const speaksOfErased = await findErasedInText(db, workspaceId);
    const isErased = ({ text, reason }: QuarantinedLine) =>
      speaksOfErased?.(text ?? "") || speaksOfErased?.(reason);
    const erased = new Set(own.filter(isErased));
    await addDroppedLines(db, workspaceId, [...erased], "erased");
    const kept = own.filter((line) => !erased.has(line));
    if (kept.length > 0) await insertRows(db, quarantinedLine, kept, sql`on conflict do nothing`);
  }
}
