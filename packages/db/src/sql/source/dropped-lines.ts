import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { droppedLines } from "../../schema/index";
import { insertRows } from "../statement/insert-rows";

export type DropCause = (typeof droppedLines.$inferSelect)["cause"];

/** Position of a line: byte offset, and line number from 1. */
export interface LinePlace {
  sourceFileId: number;
  generation: number;
  sequence: number;
  lineNumber: number;
}

/** Consecutive lines of a file without rows: erased, or older than the retention. */
interface DroppedLines {
  cause: DropCause;
  /** Byte offsets of the first line and of the last one. */
  firstSequence: number;
  lastSequence: number;
  lineCount: number;
}

/** Lists the lines of a file that have no rows, in file order. */
export async function listDroppedLines(
  db: Database,
  key: { workspaceId: string; sourceFileId: number; generation: number },
): Promise<DroppedLines[]> {
  return db
    .select({
      cause: droppedLines.cause,
      firstSequence: droppedLines.firstSequence,
      lastSequence: droppedLines.lastSequence,
      lineCount: droppedLines.lineCount,
    })
    .from(droppedLines)
    .where(
      and(
        eq(droppedLines.workspaceId, key.workspaceId),
        eq(droppedLines.sourceFileId, key.sourceFileId),
        eq(droppedLines.generation, key.generation),
      ),
    )
    .orderBy(asc(droppedLines.firstSequence));
}

/** Records that lines have no rows. Existing records stay. */
export async function addDroppedLines(
  db: Database,
  workspaceId: string,
  lines: readonly LinePlace[],
  cause: DropCause,
): Promise<void> {
  const rows = joinLines(lines).map((stretch) => ({ workspaceId, cause, ...stretch }));
  if (rows.length > 0) await insertRows(db, droppedLines, rows, sql`on conflict do nothing`);
}

/** Combines lines with consecutive numbers into ranges. */
function joinLines(lines: readonly LinePlace[]) {
  const sorted = [...lines].sort(
    (a, b) => a.sourceFileId - b.sourceFileId || a.generation - b.generation || a.sequence - b.sequence,
  );
  const stretches: (Omit<LinePlace, "sequence" | "lineNumber"> & Omit<DroppedLines, "cause">)[] = [];
  let before: LinePlace | undefined;
  for (const line of sorted) {
    const { sourceFileId, generation, sequence, lineNumber } = line;
    const last = stretches.at(-1);
    const isNext =
      before?.sourceFileId === sourceFileId &&
      before.generation === generation &&
      before.lineNumber + 1 === lineNumber;
    if (last && isNext) {
      last.lastSequence = sequence;
      last.lineCount += 1;
    } else {
      const place = { firstSequence: sequence, lastSequence: sequence, lineCount: 1 };
      stretches.push({ sourceFileId, generation, ...place });
    }
    before = line;
  }
  return stretches;
}
