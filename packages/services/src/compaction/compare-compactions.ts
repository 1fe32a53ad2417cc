import { setImmediate } from "node:timers/promises";
import { reportLossInPieces } from "@baton/core/compaction";
import { type Database, getLine } from "@baton/db";
import { findUncompared, updateComparison } from "@baton/db/write";
import { readOriginal } from "./read-original";

/**
 * Compares the newest compaction that is not yet compared with the text that it replaced, and stores the number of
 * facts before and kept. A compaction without both texts is marked as well.
 *
 * @returns false if none is left.
 */
export async function compareNextCompaction(db: Database): Promise<boolean> {
  const compaction = await findUncompared(db);
  if (compaction?.summary == null) return false;
  const original = await readOriginal(db, compaction, await getLine(db, compaction));
  const loss = original && (await reportLossInPieces(original, compaction.summary, () => setImmediate()));
  const classes = loss && Object.values(loss);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  await updateComparison(
    db,
    compaction,
    classes && { total: sum(classes.map(({ total }) => total)), kept: sum(classes.map(({ kept }) => kept)) },
  );
  return true;
}
