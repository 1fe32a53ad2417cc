import { and, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import {
  droppedLines,
  event,
  handoffDocument,
  manifest,
  progressFile,
  quarantinedLine,
} from "../../schema/index";
import type { SourceFile } from "./source-file-write";

/** The stored rows of one line. */
const StoredLine = z.object({
  sequence: z.coerce.number(),
  byte_length: z.coerce.number(),
  sha256: z.string(),
  /** Number of different hashes among its rows; 1 if they are consistent. */
  hash_count: z.coerce.number(),
  /** Rows, and the positions in the line that they represent. */
  record_count: z.coerce.number(),
  ordinal_count: z.coerce.number(),
  last_ordinal: z.number().nullable(),
  quarantined_count: z.coerce.number(),
});
export type StoredLine = z.infer<typeof StoredLine>;

/**
 * Returns the stored lines of the current generation of a file that start in a range, `start` ≤ offset <
 * `end`.
 */
export async function listStoredLines(
  db: Database,
  { workspaceId, sourceFileId, generation }: SourceFile,
  { start, end }: { start: number; end: number },
): Promise<StoredLine[]> {
  const isInStretch = sql`workspace_id = ${workspaceId} and source_file_id = ${sourceFileId} and generation = ${generation}
    and sequence >= ${start} and sequence < ${end}`;
  const { rows } = await db.execute(sql`
    select sequence, min(byte_length) as byte_length, min(sha256) as sha256, count(distinct sha256) as hash_count,
      count(ordinal) as record_count, count(distinct ordinal) as ordinal_count, max(ordinal) as last_ordinal,
      count(*) - count(ordinal) as quarantined_count
    from (
      select sequence, byte_length, sha256, ordinal from ${event} where ${isInStretch}
      union all
      select sequence, byte_length, sha256, null from ${quarantinedLine} where ${isInStretch} and replayed_at is null
    ) as rows
    group by sequence order by sequence`);
  return z.array(StoredLine).parse([...rows]);
}

/** Stored rows of a file. */
export interface StoredCounts {
  /** Events of all generations. */
  eventCount: number;
  duplicateCount: number;
  quarantinedCount: number;
  /** Lines of generations before the current one. */
  formerLineCount: number;
  /** Lines that were erased or expired. */
  droppedLineCount: number;
}

const Counts = z.object({
  events: z.coerce.number(),
  duplicates: z.coerce.number(),
  former: z.coerce.number(),
});

/** Counts the rows of a file. */
export async function countStored(
  db: Database,
  { workspaceId, sourceFileId, generation }: SourceFile,
): Promise<StoredCounts> {
  const isOfFile = sql`workspace_id = ${workspaceId} and source_file_id = ${sourceFileId}`;
  const {
    rows: [counts],
  } = await db.execute(sql`
    select count(*) filter (where duplicate_of is null) as events, count(duplicate_of) as duplicates,
      count(*) filter (where ordinal = 0 and generation < ${generation}) as former
    from ${event} where ${isOfFile}`);
  const {
    rows: [quarantine],
  } = await db.execute(sql`
    select count(*) as events, 0 as duplicates, count(*) filter (where generation < ${generation}) as former
    from ${quarantinedLine} where ${isOfFile} and replayed_at is null`);
  const {
    rows: [dropped],
  } = await db.execute(sql`
    select coalesce(sum(line_count), 0) as events, 0 as duplicates, 0 as former from ${droppedLines} where ${isOfFile}`);
  const { events, duplicates, former } = Counts.parse(counts);
  const quarantined = Counts.parse(quarantine);
  return {
    eventCount: events,
    duplicateCount: duplicates,
    quarantinedCount: quarantined.events,
    formerLineCount: former + quarantined.former,
    droppedLineCount: Counts.parse(dropped).events,
  };
}

/**
 * Returns true if a document with these bytes is stored for a file: a manifest, handoff document or progress
 * file.
 */
export async function isDocumentStored(
  db: Database,
  { workspaceId, sourceFileId, path }: SourceFile,
  sha256: string,
): Promise<boolean> {
  for (const table of [manifest, handoffDocument, progressFile]) {
    const [row] = await db
      .select({ sha256: table.sha256 })
      .from(table)
      .where(
        and(
          eq(table.workspaceId, workspaceId),
          eq(table.sha256, sha256),
          or(eq(table.sourceFileId, sourceFileId), eq(table.path, path)),
        ),
      )
      .limit(1);
    if (row) return true;
  }
  return false;
}
