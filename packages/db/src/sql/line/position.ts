import { and, eq, type SQL } from "drizzle-orm";
import { z } from "zod";
import { event } from "../../schema/index";

/** Permanent position of a record. Two equal lines are both real and differ only in their position. */
export interface Position {
  sourceFileId: number;
  generation: number;
  /** The byte offset of the line. */
  sequence: number;
  /** Index of the record in its line. */
  ordinal: number;
}

/** A position in a cursor. Clients can forge cursors, so check the column range. */
export const CursorPosition = z.object({
  sourceFileId: z.int(),
  generation: z.int32(),
  sequence: z.int(),
  ordinal: z.int32(),
});

/** A time in a cursor: ISO 8601 in UTC to the millisecond, in a year that PostgreSQL supports. */
export const CursorMoment = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith("0000"));

/** Returns a position as text, which identifies a record without its own identity. */
export function positionKey({ sourceFileId, generation, sequence, ordinal }: Position): string {
  return `${sourceFileId}.${generation}.${sequence}.${ordinal}`;
}

/** Returns the condition that an event belongs to one generation of a file. */
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
