import { and, eq, type SQL } from "drizzle-orm";
import { z } from "zod";
import { event } from "../../schema/index";

/** Permanent position of a record. Two equal lines are both real and differ only in their position. */
export interface Position {
  sourceFileId: number;
  generation: number;
  /** The byte offset of the line. */
  sequence: number;
  /** The record's place in its line. */
  ordinal: number;
}

/** A position in a cursor. Clients can forge cursors, so check the column range. */
export const CursorPosition = z.object({
  sourceFileId: z.int(),
  generation: z.int32(),
  sequence: z.int(),
  ordinal: z.int32(),
});

/**
 * A moment in a cursor: ISO 8601 in UTC to the millisecond, which times
 * are kept to, of a year that PostgreSQL has.
 */
export const CursorMoment = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith("0000"));

/** A position as text: what names a record that has no identity of its own. */
export function positionKey({ sourceFileId, generation, sequence, ordinal }: Position): string {
  return `${sourceFileId}.${generation}.${sequence}.${ordinal}`;
}

/** The condition that an event is of one generation of a file. */
export function isInGeneration({
  workspaceId,
  sourceFileId,
  generation,
}: {
  workspaceId: string;
  sourceFileId: number;
  generation: number;
}): SQL | undefined {
  return and(
    eq(event.workspaceId, workspaceId),
    eq(event.sourceFileId, sourceFileId),
    eq(event.generation, generation),
  );
}
