import { and, asc, desc, eq, isNotNull, lt, lte, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { event, sourceFile } from "../../schema/index";
import { READ_LIMIT } from "../statement/limits";
import { isInGeneration } from "./position";

/** Position of a record's line, which all records of the line share. */
interface LinePlace {
  workspaceId: string;
  sourceFileId: number;
  generation: number;
  sequence: number;
}

/** Returns a stored line with its file; null if it is no longer stored. */
export async function getLine(db: Database, place: LinePlace) {
  // The first record of a line stores its text, even if this record is a later one.
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

/**
 * Returns the stored lines before a line of a file, in file order: the last `limit` of them, with at most 64
 * MiB. Skips lines that are not stored.
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
    .where(lte(before.bytes, READ_LIMIT))
    .orderBy(asc(before.sequence));
  return lines.flatMap(({ text }) => text ?? []);
}
