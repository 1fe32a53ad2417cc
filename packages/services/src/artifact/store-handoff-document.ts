import type { Database } from "@baton/db";
import {
  lockHandoffDocument,
  type NewHandoffDocument,
  supersedeHandoffDocuments,
  upsertHandoffDocument,
} from "@baton/db/write";
import { hasChanged, type PutOutcome } from "./put-outcome";

/**
 * Stores a handoff document as the current one of its file and supersedes the previous one. An unchanged one
 * gets new results; if git was not available, the last git results stay.
 */
export async function storeHandoffDocument(tx: Database, row: NewHandoffDocument): Promise<PutOutcome> {
  await supersedeHandoffDocuments(tx, row);
  const before = await lockHandoffDocument(tx, row);
  await upsertHandoffDocument(tx, row);
  if (!before) return "new";
  return hasChanged(before, await lockHandoffDocument(tx, row)) ? "changed" : "same";
}
