import { fromStorableText } from "@baton/server/storable-text";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { readColdTexts } from "../cold/cold-text";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

/** Maximum records, and bytes of text and contexts, of a page. A single line may have more. */
const [MAX_RECORDS, MAX_PAGE_BYTES] = [1_000, 1_000_000];
/** Longer texts and contexts are not returned. */
const MAX_TEXT_BYTES = 1_000_000;

const Place = z.object({
  /** With microseconds omitted: times are stored to the millisecond. */
  occurredAt: z.iso.datetime(),
  sourceFileId: z.number().int().nonnegative(),
  generation: z.number().int().nonnegative(),
  sequence: z.number().int().nonnegative(),
  ordinal: z.number().int().nonnegative(),
});

/** Position of the last record of a page; the next page has older ones. */
export const StoredLineCursor = Place;
export type StoredLineCursor = z.infer<typeof StoredLineCursor>;

const Text = z.string().transform(fromStorableText);

const HandoffOfLine = z.object({
  eventId: Text,
  kind: z.string(),
  fromAgent: Text,
  toAgent: Text,
  scopingState: z.string().nullable(),
  /** Masked JSON `{ "before", "after" }`; null if it was not captured or is too long. */
  content: Text.nullable(),
  ordinal: z.number(),
  coldBytes: z.number().nullable(),
});

const StoredRecord = z.object({
  occurredAt: Milliseconds,
  sourceFileId: Sum,
  generation: z.number(),
  sequence: Sum,
  ordinal: z.number(),
  eventType: Text,
  sessionId: Text.nullable(),
  /** Null if it is too long or the record is not the first one of its line. */
  text: Text.nullable(),
  isTooLong: z.boolean(),
  coldBytes: z.number().nullable(),
  handoffs: z.array(HandoffOfLine),
  readCount: Sum,
});
type ReadRecord = z.infer<typeof StoredRecord>;
export type StoredRecord = Omit<ReadRecord, "coldBytes" | "handoffs"> & {
  handoffs: Omit<z.infer<typeof HandoffOfLine>, "coldBytes" | "ordinal">[];
};

/**
 * Returns a page of the records of a period whose text is stored, newest first, with the handoffs of their lines.
 * Records that another one repeats are left out.
 *
 * @returns `next` is null on the last page, which may be empty like any other.
 */
export async function listStoredRecords(
  db: Database,
  {
    workspaceId,
    since,
    until,
    cursor,
  }: { workspaceId: string; since: Date; until: Date; cursor: StoredLineCursor | null },
): Promise<{ records: StoredRecord[]; next: StoredLineCursor | null }> {
  const place = sql.raw("occurred_at, source_file_id, generation, sequence, ordinal");
  const before = cursor
    ? sql`and (${place}) < (${cursor.occurredAt}::timestamptz, ${cursor.sourceFileId}::bigint, ${cursor.generation}::int,
        ${cursor.sequence}::bigint, ${cursor.ordinal}::int)`
    : sql``;
  const newest = sql.raw(
    "occurred_at desc, source_file_id desc, generation desc, sequence desc, ordinal desc",
  );
  const rows = await selectRows(
    db,
    StoredRecord,
    sql`with read as materialized (
        select * from event where workspace_id = ${workspaceId} and occurred_at >= ${since.toISOString()}::timestamptz
          and occurred_at < ${until.toISOString()}::timestamptz ${before}
        order by ${newest} limit ${MAX_RECORDS}),
      counted as (select count(*) as read_count from read),
      measured as (
        select read.*, passed.handoffs, sum(least(coalesce(octet_length(text), cold_bytes, 0), ${MAX_TEXT_BYTES}::int)
            + coalesce(passed.bytes, 0)) over in_order as bytes, row_number() over in_order as place_number
        from read left join lateral (
          select json_agg(json_build_object('eventId', handoff.event_id, 'kind', kind, 'fromAgent', from_agent,
              'toAgent', to_agent, 'scopingState', scoping_state,
              'content', case when octet_length(content) <= ${MAX_TEXT_BYTES}::int then content end, 'ordinal', ordinal,
              'coldBytes', case when cold_bytes <= ${MAX_TEXT_BYTES}::int then cold_bytes end) order by ordinal) as handoffs,
            sum(coalesce(octet_length(content), cold_bytes))
              filter (where coalesce(octet_length(content), cold_bytes) <= ${MAX_TEXT_BYTES}::int) as bytes
          from handoff left join handoff_outline
            using (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal)
          where workspace_id = ${workspaceId} and occurred_at = read.occurred_at and source_file_id = read.source_file_id
            and generation = read.generation and sequence = read.sequence) passed on read.ordinal = 0
        window in_order as (order by ${newest}))
      select extract(epoch from occurred_at) * 1000 as "occurredAt", source_file_id as "sourceFileId", generation, sequence,
        ordinal, event_type as "eventType", session_id as "sessionId",
        case when duplicate_of is null and octet_length(text) <= ${MAX_TEXT_BYTES}::int then text end as text,
        duplicate_of is null and coalesce(octet_length(text), cold_bytes, 0) > ${MAX_TEXT_BYTES}::int as "isTooLong",
        case when duplicate_of is null and cold_bytes <= ${MAX_TEXT_BYTES}::int then cold_bytes end as "coldBytes",
        coalesce(handoffs, '[]'::json) as handoffs, read_count as "readCount"
      from measured, counted where place_number = 1 or bytes <= ${MAX_PAGE_BYTES}::bigint
      order by ${newest}`,
  );
  const last = rows.at(-1);
  const isLast = !last || (last.readCount < MAX_RECORDS && rows.length === last.readCount);
  return {
    records: (await fillRecords(db, workspaceId, rows)).filter(
      ({ text, isTooLong }) => text !== null || isTooLong,
    ),
    next: isLast ? null : { ...last, occurredAt: last.occurredAt.toISOString() },
  };
}

/** Fills in the texts and contexts in cold storage. @throws ColdError that names a file that cannot be read. */
async function fillRecords(
  db: Database,
  workspaceId: string,
  rows: readonly ReadRecord[],
): Promise<StoredRecord[]> {
  const lines = rows.filter(({ coldBytes }) => coldBytes);
  const contexts = rows.flatMap(({ handoffs, ...line }) =>
    handoffs.flatMap(({ ordinal, coldBytes }) => (coldBytes ? [{ ...line, ordinal }] : [])),
  );
  const textAt = await readColdTexts(db, { workspaceId, table: "event", places: lines });
  const contentAt = await readColdTexts(db, { workspaceId, table: "handoff_outline", places: contexts });
  const readable = (text: string | null) => text && fromStorableText(text);
  return rows.map(({ coldBytes: _, handoffs, ...line }) => ({
    ...line,
    text: line.text ?? readable(textAt(line)),
    handoffs: handoffs.map(({ ordinal, coldBytes: _bytes, content, ...handoff }) => ({
      ...handoff,
      content: content ?? readable(contentAt({ ...line, ordinal })),
    })),
  }));
}
