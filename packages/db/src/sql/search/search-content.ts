import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { eventWords } from "../../schema/event";
import { event } from "../../schema/index";
import { findLastColdDay } from "../cold/cold-file";
import { listMonths } from "../erasure/erasure-lines";
import { Milliseconds, Sum, selectRows } from "../statement/rows";
import { splitNames, wordsQuery } from "../statement/search-words";

/**
 * Matching lines that are looked at in each month. A word that is in every line has more, and splitting each line into
 * words takes some 0.5 ms.
 */
const MAX_LINES_OF_MONTH = 60;

/** Characters of a line before the first match, and in total. */
const [CHARACTERS_BEFORE, CHARACTERS] = [120, 480];

const FoundLine = z.object({
  sessionId: z.string(),
  title: z.string().nullable(),
  lastEventAt: Milliseconds,
  handoffCount: Sum,
  /** Matching lines of the session, up to the limit of a month. */
  lineCount: Sum,
  occurredAt: Milliseconds,
  eventType: z.string(),
  lineNumber: Sum,
  path: z.string(),
  isError: z.boolean(),
  /** Part of the newest matching line, as stored: masked. */
  excerpt: z.string().transform(fromStorableText),
  isCutBefore: z.boolean(),
});
export type FoundSession = z.infer<typeof FoundLine>;

interface FoundContent {
  /** Newest match first. */
  sessions: FoundSession[];
  /** True if a month has more matching lines than were looked at, so that sessions may be missing. */
  isCut: boolean;
  /** True if there are more sessions than the limit. */
  hasMore: boolean;
  /** Last day (UTC, `2026-05-31`) whose lines are in cold storage, which this does not search; null without one. */
  coldUntil: string | null;
}

/**
 * Finds sessions by the words of their lines: prompts, results, summaries, field names, rules and errors. Reads the
 * newest months first and stops when it has enough sessions.
 *
 * @param search words, "a phrase", -without, or.
 */
export async function searchContent(
  db: Database,
  { workspaceId, search, limit }: { workspaceId: string; search: string; limit: number },
): Promise<FoundContent> {
  const words = listSearchedWords(search);
  const sessions: FoundSession[] = [];
  let isCut = false;
  if (words.length === 0) return { sessions, isCut, hasMore: false, coldUntil: null };
  for (const month of (await listMonths(db, workspaceId)).toReversed()) {
    const known = sessions.map(({ sessionId }) => sessionId);
    const found = await searchMonth(db, { workspaceId, search, month, words, limit: limit + 1 });
    isCut ||= found.isCut;
    sessions.push(...found.sessions.filter(({ sessionId }) => !known.includes(sessionId)));
    if (sessions.length > limit) break;
  }
  const coldUntil = await findLastColdDay(db, workspaceId);
  return { sessions: sessions.slice(0, limit), isCut, hasMore: sessions.length > limit, coldUntil };
}

/** Returns the words of a search that a match contains, in lower case, longest first; without excluded ones. */
export function listSearchedWords(search: string): string[] {
  const words = splitNames(search)
    .split(/\s+/)
    .filter((word) => !word.startsWith("-"))
    .flatMap((word) => word.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word !== "or");
  return [...new Set(words)].sort((a, b) => b.length - a.length);
}

type MonthQuery = {
  workspaceId: string;
  search: string;
  month: Date;
  words: readonly string[];
  limit: number;
};

async function searchMonth(
  db: Database,
  { workspaceId, search, month, words: [longest = ""], limit }: MonthQuery,
): Promise<{ sessions: FoundSession[]; isCut: boolean }> {
  const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  const begin = sql`greatest(strpos(lower(left(line.text, 100000)), ${toStorableText(longest)}) - ${CHARACTERS_BEFORE}::int, 1)`;
  // The index does not know the order of words: to sort the lines of a phrase, each of them would be split first.
  const order = search.includes('"') ? sql`` : sql`order by occurred_at desc`;
  const rows = await selectRows(
    db,
    FoundLine.extend({ seenCount: Sum }),
    sql`with hit as materialized (
        select session_id, occurred_at, source_file_id, generation, sequence, ordinal from ${event}
        where ${isOfMonth(workspaceId, month, next)} and session_id is not null
          and ${eventWords(event)} @@ ${wordsQuery(splitNames(toStorableText(search)))}
        ${order} limit ${MAX_LINES_OF_MONTH}),
      newest as (
        select distinct on (session_id) *, count(*) over (partition by session_id) as lines from hit
        order by session_id, occurred_at desc, source_file_id, sequence desc, ordinal),
      chosen as (select * from newest order by occurred_at desc, session_id limit ${limit}::int)
      select chosen.session_id as "sessionId", left(session.title, 500) as title,
        extract(epoch from session.last_event_at) * 1000 as "lastEventAt", session.handoff_count as "handoffCount",
        chosen.lines as "lineCount", extract(epoch from chosen.occurred_at) * 1000 as "occurredAt",
        line.event_type as "eventType", line.line_number as "lineNumber", source_file.path, line.is_error as "isError",
        substr(line.text, ${begin}, ${CHARACTERS}::int) as excerpt, ${begin} > 1 as "isCutBefore",
        (select count(*) from hit) as "seenCount"
      from chosen
      join lateral (select * from ${event} where ${isOfMonth(workspaceId, month, next)}
        and event.occurred_at = chosen.occurred_at and event.source_file_id = chosen.source_file_id
        and event.generation = chosen.generation and event.sequence = chosen.sequence
        and event.ordinal = chosen.ordinal) line on true
      join session on session.workspace_id = ${workspaceId} and session.session_id = chosen.session_id
      join source_file on source_file.workspace_id = ${workspaceId} and source_file.source_file_id = chosen.source_file_id
      order by chosen.occurred_at desc, chosen.session_id`,
  );
  return {
    sessions: rows.map(({ seenCount: _, ...row }) => row),
    isCut: (rows[0]?.seenCount ?? 0) >= MAX_LINES_OF_MONTH,
  };
}

function isOfMonth(workspaceId: string, start: Date, end: Date): SQL {
  return sql`event.workspace_id = ${workspaceId} and event.occurred_at >= ${start.toISOString()}::timestamptz
    and event.occurred_at < ${end.toISOString()}::timestamptz`;
}
