import { type Database, openColdStore } from "@baton/db";
import { deleteColdFile, listDiscardedFiles } from "@baton/db/write";

/**
 * Deletes the files that no row needs any more: restored months, erased and expired lines, and killed moves leave them.
 * Can run in several processes at once.
 *
 * @returns the number of deleted files.
 * @throws ColdError if the store cannot be reached; the next call tries again.
 */
export async function removeColdFiles(db: Database): Promise<number> {
  const files = await listDiscardedFiles(db);
  if (files.length === 0) return 0;
  const store = openColdStore();
  for (const file of files) {
    await store.remove(file.path);
    await deleteColdFile(db, file);
  }
  return files.length;
}
