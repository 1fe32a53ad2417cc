import type { Database } from "@baton/db";
import { BATON_ACTOR, listStoredFiles, recordAudit, restoreColdDays } from "@baton/db/write";
import type { MovedRows } from "./move-day";
import { removeColdFiles } from "./remove-cold-files";

/**
 * Brings the texts of a month (`2026-05`) back to the database, a day per transaction, and deletes the files.
 *
 * @throws ColdError that names a file that cannot be read. Earlier days are back then.
 */
export async function restoreMonth(
  db: Database,
  { workspaceId, month, onDay }: { workspaceId: string; month: string; onDay?: (day: string) => void },
): Promise<MovedRows> {
  const restored = { rowCount: 0, fileCount: 0, byteLength: 0 };
  const stored = await listStoredFiles(db, { workspaceId });
  const days = new Set(stored.map(({ day }) => day).filter((day) => day.startsWith(month)));
  for (const day of days) {
    onDay?.(day);
    await db.transaction(async (tx) => {
      const files = await restoreColdDays(tx, { workspaceId, days: [day] });
      const rows = files.reduce((sum, file) => sum + file.rowCount, 0);
      restored.rowCount += rows;
      restored.fileCount += files.length;
      restored.byteLength += files.reduce((sum, file) => sum + file.byteLength, 0);
      const details = { rows, files: files.length };
      await recordAudit(tx, {
        workspaceId,
        actor: BATON_ACTOR,
        action: "cold.restore",
        subject: day,
        details,
      });
    });
  }
  await removeColdFiles(db);
  return restored;
}
