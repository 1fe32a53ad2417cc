import { ColdError, type Database, listColdCounts, openColdStore } from "@baton/db";
import { hashFile, listStoredFiles } from "@baton/db/write";

/** A file or day of cold storage that differs from the database. */
export interface ColdDifference {
  /** The file, or the table and day. */
  path: string;
  message: string;
}

export interface ColdReport {
  fileCount: number;
  rowCount: number;
  byteLength: number;
  differences: ColdDifference[];
}

/**
 * Compares the files of the cold store with the database: each must exist with its SHA-256, and each day must have as many
 * rows as moved. Writes nothing.
 */
export async function verifyColdFiles(
  db: Database,
  { workspaceId, signal }: { workspaceId: string; signal?: AbortSignal | undefined },
): Promise<ColdReport> {
  const files = await listStoredFiles(db, { workspaceId });
  const report: ColdReport = { fileCount: 0, rowCount: 0, byteLength: 0, differences: [] };
  for (const file of files) {
    if (signal?.aborted) return report;
    report.fileCount += 1;
    report.rowCount += file.rowCount;
    report.byteLength += file.byteLength;
    const problem = await findProblem(file);
    if (problem !== null) report.differences.push({ path: file.path, message: problem });
  }
  for (const { table, day, storedRows, fileRows } of await listColdCounts(db, workspaceId)) {
    if (storedRows === fileRows) continue;
    report.differences.push({
      path: `${table} of ${day}`,
      message: `the database says that ${storedRows} rows moved, the records of the files ${fileRows}`,
    });
  }
  return report;
}

async function findProblem(file: { path: string; sha256: string | null }): Promise<string | null> {
  try {
    const store = openColdStore();
    const local = await store.open(file.path);
    if (local === null) return `the file is missing from the cold store ${store.address}`;
    const { sha256 } = await hashFile(local);
    return sha256 === file.sha256 ? null : "the file was changed: its SHA-256 differs from the record";
  } catch (error) {
    if (error instanceof ColdError) return error.message;
    throw error;
  }
}
