import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ColdError, type ColdStore, type Database } from "@baton/db";
import {
  BATON_ACTOR,
  COLD_COLUMNS,
  COLD_TABLES,
  type ColdFile,
  clearWarmTexts,
  deleteColdFile,
  discardColdFiles,
  hashFile,
  insertColdFile,
  isConflict,
  lockColdFiles,
  RowHash,
  readParquet,
  readWarmRows,
  recordAudit,
  updateStoredFile,
  writeParquet,
} from "@baton/db/write";

/** Attempts to move a day whose rows others change meanwhile. */
const ATTEMPTS = 3;

/** Counts of moved rows. */
export interface MovedRows {
  rowCount: number;
  fileCount: number;
  /** Size of the files. */
  byteLength: number;
}

/**
 * Moves the texts of a day (UTC) to the cold store: writes the rows to files, reads them back and compares them, and only
 * then removes the texts, with the record of the files and an audit entry in one transaction. If it is killed, the database
 * still has the texts, and the next call starts again.
 *
 * @throws ColdError if the files differ from the rows.
 */
export async function moveDay(
  db: Database,
  store: ColdStore,
  { workspaceId, day }: { workspaceId: string; day: string },
): Promise<MovedRows> {
  for (let attempt = 1; ; attempt += 1) {
    const files: ColdFile[] = [];
    for (const table of COLD_TABLES) files.push(await insertColdFile(db, { workspaceId, table, day }));
    const folder = await mkdtemp(join(tmpdir(), "baton-cold-"));
    try {
      return await db.transaction(
        async (tx) => {
          await lockColdFiles(tx, workspaceId);
          const moved = { rowCount: 0, fileCount: 0, byteLength: 0 };
          for (const file of files) {
            const { rowCount, byteLength } = await moveRows(tx, store, file, folder);
            if (rowCount === 0) continue;
            moved.rowCount += rowCount;
            moved.byteLength += byteLength;
            moved.fileCount += 1;
          }
          const details = { rows: moved.rowCount, files: moved.fileCount, bytes: moved.byteLength };
          if (moved.fileCount > 0) {
            await recordAudit(tx, {
              workspaceId,
              actor: BATON_ACTOR,
              action: "cold.move",
              subject: day,
              details,
            });
          }
          return moved;
        },
        { isolationLevel: "repeatable read" },
      );
    } catch (error) {
      await discardColdFiles(db, files);
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function moveRows(
  tx: Database,
  store: ColdStore,
  file: ColdFile,
  folder: string,
): Promise<{ rowCount: number; byteLength: number }> {
  const { columns } = COLD_COLUMNS[file.table];
  const written = new RowHash();
  const local = join(folder, `${file.table}.parquet`);
  await writeParquet(local, columns, hashed(readWarmRows(tx, file), written));
  const { rowCount } = written;
  if (rowCount === 0) {
    await discardColdFiles(tx, [file]);
    await deleteColdFile(tx, file);
    return { rowCount, byteLength: 0 };
  }
  const { sha256, byteLength } = await hashFile(local);
  await store.write(file.path, local);
  const rowsSha256 = written.digest();
  await compare(store, file, { sha256, rowsSha256 });
  const cleared = await clearWarmTexts(tx, file);
  if (cleared !== rowCount)
    throw new ColdError(`${file.path} has ${rowCount} rows, but ${cleared} would move.`);
  await updateStoredFile(tx, file, { rowCount, byteLength, sha256, rowsSha256 });
  return { rowCount, byteLength };
}

/** Compares what the store returns with what was written. @throws ColdError */
async function compare(
  store: ColdStore,
  file: ColdFile,
  written: { sha256: string; rowsSha256: string },
): Promise<void> {
  const copy = await store.open(file.path);
  const rows = new RowHash();
  const isSame = copy !== null && (await hashFile(copy)).sha256 === written.sha256;
  if (isSame) {
    await readParquet([copy], COLD_COLUMNS[file.table].columns, (batch) => {
      for (const row of batch) rows.add(row);
    });
  }
  if (!isSame || rows.digest() !== written.rowsSha256) {
    throw new ColdError(
      `The cold store ${store.address} returned ${file.path} with other content than was written. Nothing moved; check the store.`,
    );
  }
}

async function* hashed<Row extends readonly (string | null)[]>(
  batches: AsyncIterable<Row[]>,
  hash: RowHash,
): AsyncGenerator<Row[]> {
  for await (const rows of batches) {
    for (const row of rows) hash.add(row);
    yield rows;
  }
}
