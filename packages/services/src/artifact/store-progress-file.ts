import type { Database } from "@baton/db";
import {
  lockProgressFile,
  type NewProgressFile,
  supersedeProgressFiles,
  upsertProgressFile,
} from "@baton/db/write";
import type { PutOutcome } from "./put-outcome";

/** Stores a progress file as the current one and supersedes the previous one. */
export async function storeProgressFile(tx: Database, row: NewProgressFile): Promise<PutOutcome> {
  await supersedeProgressFiles(tx, row);
  const before = await lockProgressFile(tx, row);
  await upsertProgressFile(tx, row);
  if (!before) return "new";
  return before.supersededAt === null ? "same" : "changed";
}
