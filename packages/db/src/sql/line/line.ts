import { and, asc, desc, eq, lt, lte, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { event, sourceFile } from "../../schema/index";
import { fillColdTexts, textBytes, tryColdTexts } from "../cold/cold-text";
import { READ_LIMIT } from "../statement/limits";
import { isInGeneration } from "./position";

/** Position of a record's line, which all records of the line share. */
interface LinePlace {
  workspaceId: string;
  sourceFileId: number;
  generation: number;
  sequence: number;
}

/**
 * Returns a stored line with its file; null if it was deleted. `problem` is the reason if a text in cold storage cannot be
 * read; otherwise null.
 */
export async function getLine(db: Database, place: LinePlace) {
  // The first record of a line stores its text, even if this record is a later one.
  const [line] = await db
    .select({
      occurredAt: event.occurredAt,
      sourceFileId: event.sourceFileId,
      generation: event.generation,
      sequence: event.sequence,
      ordinal: event.ordinal,
      text: event.text,
      coldBytes: event.coldBytes,
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
  if (!line) return null;
  const { occurredAt, sourceFileId, generation, sequence, ordinal, coldBytes, ...shown } = line;
  const row = { occurredAt, sourceFileId, generation, sequence, ordinal, coldBytes, text: shown.text };
  const { rows, problem } = await tryColdTexts(db, place.workspaceId, [row]);
  return { ...shown, text: rows[0]?.text ?? null, problem };
}

/**
 * Returns the stored lines before a line of a file, in file order: the last `limit` of them, with at most 64
 * MiB. Skips lines that are not stored.
 */
export async function listLinesBefore(db: Database, place: LinePlace, limit: number): Promise<string[]> {
  const before = db
    .select({
      text: event.text,
      coldBytes: event.coldBytes,
      occurredAt: event.occurredAt,
      sourceFileId: event.sourceFileId,
      generation: event.generation,
      sequence: event.sequence,
      ordinal: event.ordinal,
      bytes: sql<number>`sum(${event.byteLength}) over (order by ${event.sequence} desc)`.as("bytes"),
    })
    .from(event)
    .where(
      and(
        isInGeneration(place),
        lt(event.sequence, place.sequence),
        eq(event.ordinal, 0),
        sql`${textBytes(event)} is not null`,
      ),
    )
    .orderBy(desc(event.sequence))
    .limit(limit)
    .as("before");
  const lines = await db
    .select({
      text: before.text,
      coldBytes: before.coldBytes,
      occurredAt: before.occurredAt,
      sourceFileId: before.sourceFileId,
      generation: before.generation,
      sequence: before.sequence,
      ordinal: before.ordinal,
    })
    .from(before)
    .where(lte(before.bytes, READ_LIMIT))
    .orderBy(asc(before.sequence));
  const filled = await fillColdTexts(db, place.workspaceId, lines);
  return filled.flatMap(({ text }) => text ?? []);
}
