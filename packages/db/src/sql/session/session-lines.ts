import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { and, asc, eq, gt, ilike, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { event, handoff, sourceFile } from "../../schema/index";
import { atPlaceOfHandoff } from "../handoff/handoff-place";
import { escapeLike } from "../statement/escape-like";

/** Characters of a line to return before the match, and from the match on. */
const LETTERS_BEFORE = 160;
const LETTERS_AFTER = 640;

/** Line after which the next page starts. */
export interface LineCursor {
  /** Milliseconds since 1970. */
  occurredAt: number;
  sourceFileId: number;
  sequence: number;
}

interface LineSearch {
  workspaceId: string;
  sessionId: string;
  /** Text to search for, in any case. */
  text: string;
  cursor?: LineCursor | undefined;
  limit: number;
}

/**
 * Lists stored, masked lines of a session that contain a text, by time. Returns an excerpt that starts
 * shortly before the first match; `isCut` tells for both ends if there is more. `coldLineCount` is the number of lines of
 * the session in cold storage, which it does not search; 0 after the first page.
 */
export async function searchSessionLines(db: Database, search: LineSearch) {
  const { workspaceId, sessionId, cursor, limit } = search;
  const wanted = toStorableText(search.text);
  const begin = sql`greatest(position(lower(${wanted}) in lower(${event.text})) - ${LETTERS_BEFORE}::int, 1)`;
  const rows = await db
    .select({
      occurredAt: event.occurredAt,
      sourceFileId: event.sourceFileId,
      generation: event.generation,
      sequence: event.sequence,
      eventType: event.eventType,
      lineNumber: event.lineNumber,
      path: sourceFile.path,
      begin: sql<number>`${begin}::int`,
      letterCount: sql<number>`length(${event.text})::int`,
      part: sql<string>`substr(${event.text}, ${begin}, ${LETTERS_BEFORE + LETTERS_AFTER}::int)`,
      handoffId: handoff.eventId,
    })
    .from(event)
    .innerJoin(
      sourceFile,
      and(eq(sourceFile.workspaceId, event.workspaceId), eq(sourceFile.sourceFileId, event.sourceFileId)),
    )
    .leftJoin(handoff, atPlaceOfHandoff(event))
    .where(
      and(
        eq(event.workspaceId, workspaceId),
        eq(event.sessionId, sessionId),
        ilike(event.text, `%${escapeLike(wanted)}%`),
        cursor && isAfter(cursor),
      ),
    )
    .orderBy(asc(event.occurredAt), asc(event.sourceFileId), asc(event.sequence))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor: LineCursor | null =
    last && rows.length > limit
      ? {
          occurredAt: last.occurredAt.getTime(),
          sourceFileId: last.sourceFileId,
          sequence: last.sequence,
        }
      : null;
  const lines = page.map(({ begin: first, letterCount, part, ...line }) => ({
    ...line,
    part: fromStorableText(part),
    isCut: { before: first > 1, after: first - 1 + LETTERS_BEFORE + LETTERS_AFTER < letterCount },
  }));
  const isCold = and(
    eq(event.workspaceId, workspaceId),
    eq(event.sessionId, sessionId),
    gt(event.coldBytes, 0),
    isNull(event.text),
  );
  return { lines, nextCursor, coldLineCount: cursor ? 0 : await db.$count(event, isCold) };
}

function isAfter({ occurredAt, sourceFileId, sequence }: LineCursor): SQL {
  const time = new Date(occurredAt).toISOString();
  return sql`(${event.occurredAt}, ${event.sourceFileId}, ${event.sequence})
    > (${time}::timestamptz, ${sourceFileId}::bigint, ${sequence}::bigint)`;
}
