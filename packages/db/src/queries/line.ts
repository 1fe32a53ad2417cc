import { and, asc, desc, eq, isNotNull, lt, lte, sql } from "drizzle-orm";
import type { Database } from "../client";
import { event, sourceFile } from "../schema/index";
import { isInGeneration } from "./position";

/** Where the line of a record stands: all records of a line stand at the same place. */
export interface LinePlace {
  workspaceId: string;
  sourceFileId: number;
  generation: number;
  sequence: number;
}

/** A line as it was stored, with the file that it came from; null where it is no longer kept. */
export async function getLine(db: Database, place: LinePlace) {
  // The line itself stands at the first record of the line, whatever the record's place in it.
  const [line] = await db
    .select({
      text: event.text,
      hasContent: event.hasContent,
      byteLength: event.byteLength,
      sha256: event.sha256,
      maskedSecretCount: event.maskedSecretCount,
      lineNumber: event.lineNumber,
      ingestedAt: event.ingestedAt,
      path: sourceFile.path,
      format: sourceFile.format,
    })
    .from(event)
    .innerJoin(
      sourceFile,
      and(eq(sourceFile.workspaceId, event.workspaceId), eq(sourceFile.sourceFileId, event.sourceFileId)),
    )
    .where(and(isInGeneration(place), eq(event.sequence, place.sequence), eq(event.ordinal, 0)))
    .limit(1);
  return line ?? null;
}

/** More text than this is not read at once. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/**
 * The stored texts of the lines before a line of the same file, in the file's order: of more than `limit`, or
 * of more than 64 MiB, the last. A line that was not stored, or no longer is, is passed over.
 */
export async function listLinesBefore(db: Database, place: LinePlace, limit: number): Promise<string[]> {
  const before = db
    .select({
      text: event.text,
      sequence: event.sequence,
      bytes: sql<number>`sum(${event.byteLength}) over (order by ${event.sequence} desc)`.as("bytes"),
    })
    .from(event)
    .where(
      and(
        isInGeneration(place),
        lt(event.sequence, place.sequence),
        eq(event.ordinal, 0),
        isNotNull(event.text),
      ),
    )
    .orderBy(desc(event.sequence))
    .limit(limit)
    .as("before");
  const lines = await db
    .select({ text: before.text })
    .from(before)
    .where(lte(before.bytes, MAX_READ_BYTES))
    .orderBy(asc(before.sequence));
  return lines.flatMap(({ text }) => text ?? []);
}
