import { fromStorableText } from "@baton/server/storable-text";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { memory, memoryRead } from "../../schema/index";
import { memoryWords } from "../../schema/memory";
import { escapeLike } from "../statement/escape-like";
import { NameFacet, nameFacet } from "../statement/name-facet";
import { selectRows } from "../statement/rows";

export interface MemoryFilter {
  /** Part of the content, an ID or a tag. */
  search?: string | undefined;
  source?: string | undefined;
  author?: string | undefined;
  tag?: string | undefined;
  /** A field of the content, at its top. */
  field?: string | undefined;
  /** An agent that retrieved it. */
  reader?: string | undefined;
  state?: "valid" | "expired" | undefined;
}

/** Readings that a page shows. */
const MAX_READS = 100;

const tags = sql<string[]>`coalesce(${memory.changedTags}, ${memory.tags})`;
const expiresAt = sql<Date | null>`coalesce(${memory.changedExpiresAt}, ${memory.expiresAt})`.mapWith(
  memory.expiresAt,
);
/** A memory that Baton read from a file is gone with it. */
const isPresent = sql`not exists (select 1 from source_file where source_file.workspace_id = memory.workspace_id
  and source_file.source_file_id = memory.source_file_id and source_file.state = 'gone' and memory.source <> 'agents')`;
const readsOfIt = sql`from memory_read where memory_read.workspace_id = memory.workspace_id
  and memory_read.memory_ids @> array[memory.memory_id]`;

const SHOWN = {
  memoryKey: memory.memoryKey,
  memoryId: memory.memoryId,
  source: memory.source,
  line: memory.line,
  content: memory.content,
  author: memory.author,
  sessionId: memory.sessionId,
  tags,
  createdAt: memory.createdAt,
  expiresAt,
};

export interface MemoryCursor {
  createdAt: Date;
  memoryKey: string;
}

/** Returns a page of memories, newest first, with the number of their readings. */
export async function listMemories(
  db: Database,
  query: { workspaceId: string; filter?: MemoryFilter; cursor?: MemoryCursor | undefined; limit: number },
) {
  const { workspaceId, filter = {}, cursor, limit } = query;
  const rows = await db
    .select({ ...SHOWN, readCount: sql<number>`(select count(*) ${readsOfIt})`.mapWith(Number) })
    .from(memory)
    .where(
      and(
        matches(workspaceId, filter),
        cursor &&
          sql`(${memory.createdAt}, ${memory.memoryKey}) < (${cursor.createdAt.toISOString()}::timestamptz, ${cursor.memoryKey})`,
      ),
    )
    .orderBy(desc(memory.createdAt), desc(memory.memoryKey))
    .limit(limit + 1);
  const memories = rows.slice(0, limit).map(readTexts);
  const last = memories.at(-1);
  const nextCursor: MemoryCursor | null =
    last && rows.length > limit ? { createdAt: last.createdAt, memoryKey: last.memoryKey } : null;
  return { memories, nextCursor };
}

/** Memories with the words of a query that are compared with each other: the newest. */
const MAX_RANKED = 20_000;

/**
 * Finds valid memories with words or tags of a query, those with most of the words first, newer ones first
 * among equals. Uses indexes, and ranks a limited number.
 *
 * @param query.stems beginnings of words, of letters and digits only; at least one.
 * @param query.names possible tags, as they are.
 */
export async function findMemories(
  db: Database,
  query: { workspaceId: string; stems: readonly string[]; names: readonly string[]; limit: number },
) {
  const { workspaceId, stems, names, limit } = query;
  const parts = stems.map((stem) => sql`to_tsquery('simple', ${`${stem}:*`})`);
  const anyPart = sql`to_tsquery('simple', ${stems.map((stem) => `${stem}:*`).join(" | ")})`;
  const listed = sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  );
  const named = sql`array[${listed}]::text[]`;
  const hasTag = sql`(${memory.changedTags} && ${named} or (${memory.changedTags} is null and ${memory.tags} && ${named}))`;
  const found = db
    .select({
      memoryKey: memory.memoryKey,
      words: sql`${memoryWords(memory)}`.as("words"),
      hasTag: hasTag.as("has_tag"),
    })
    .from(memory)
    .where(
      and(matches(workspaceId, { state: "valid" }), sql`(${memoryWords(memory)} @@ ${anyPart} or ${hasTag})`),
    )
    .orderBy(desc(memory.createdAt))
    .limit(MAX_RANKED)
    .as("found");
  const shared = sql.join(
    [sql`${found.hasTag}::int`, ...parts.map((part) => sql`(${found.words} @@ ${part})::int`)],
    sql` + `,
  );
  const rows = await db
    .select(SHOWN)
    .from(found)
    .innerJoin(memory, and(eq(memory.workspaceId, workspaceId), eq(memory.memoryKey, found.memoryKey)))
    .orderBy(desc(shared), desc(memory.createdAt), desc(memory.memoryKey))
    .limit(limit);
  return rows.map(readTexts);
}

/** Returns a memory; null if it does not exist. */
export async function getMemory(
  db: Database,
  { workspaceId, memoryKey }: { workspaceId: string; memoryKey: string },
) {
  const [row] = await db
    .select({
      ...SHOWN,
      sourceTags: memory.tags,
      sourceExpiresAt: memory.expiresAt,
      changedTags: memory.changedTags,
      changedExpiresAt: memory.changedExpiresAt,
    })
    .from(memory)
    .where(and(eq(memory.workspaceId, workspaceId), eq(memory.memoryKey, memoryKey)));
  return row ? readTexts(row) : null;
}

/** Lists the retrievals of a memory, or of any without one, newest first. */
export async function listMemoryReads(
  db: Database,
  { workspaceId, memoryId }: { workspaceId: string; memoryId?: string },
) {
  return db
    .select({
      eventId: memoryRead.eventId,
      sessionId: memoryRead.sessionId,
      agent: memoryRead.agent,
      occurredAt: memoryRead.occurredAt,
      memoryCount: sql<number>`cardinality(${memoryRead.memoryIds})`,
    })
    .from(memoryRead)
    .where(
      and(
        eq(memoryRead.workspaceId, workspaceId),
        memoryId === undefined ? undefined : sql`${memoryRead.memoryIds} @> array[${memoryId}]`,
      ),
    )
    .orderBy(desc(memoryRead.occurredAt), desc(memoryRead.sequence))
    .limit(MAX_READS);
}

const Facets = z.object({
  sources: NameFacet,
  authors: NameFacet,
  tags: NameFacet,
  fields: NameFacet,
  readers: NameFacet,
});

/** Returns the filter values of the list. */
export async function getMemoryFacets(db: Database, { workspaceId }: { workspaceId: string }) {
  const own = sql`from memory where workspace_id = ${workspaceId}`;
  const [facets] = await selectRows(
    db,
    Facets,
    sql`select ${nameFacet(sql`select source as name ${own}`)} as sources,
      ${nameFacet(sql`select author as name ${own}`)} as authors,
      ${nameFacet(sql`select unnest(coalesce(changed_tags, tags)) as name ${own}`)} as tags,
      ${nameFacet(sql`select jsonb_object_keys(content) as name ${own}`)} as fields,
      ${nameFacet(sql`select agent as name from memory_read where workspace_id = ${workspaceId}`)} as readers`,
  );
  if (!facets) throw new Error("a select without a table gives one row");
  return facets;
}

function matches(workspaceId: string, filter: MemoryFilter): SQL | undefined {
  const { search, source, author, tag, field, reader, state } = filter;
  const isExpired = sql`coalesce(${expiresAt} <= now(), false)`;
  const pattern = search ? `%${escapeLike(search)}%` : undefined;
  return and(
    eq(memory.workspaceId, workspaceId),
    isPresent,
    pattern === undefined
      ? undefined
      : sql`(${memory.content}::text ilike ${pattern} or ${memory.memoryId} ilike ${pattern} or array_to_string(${tags}, ' ') ilike ${pattern})`,
    source === undefined ? undefined : eq(memory.source, source),
    author === undefined ? undefined : eq(memory.author, author),
    tag === undefined ? undefined : sql`${tag} = any(${tags})`,
    field === undefined ? undefined : sql`jsonb_exists(${memory.content}, ${field})`,
    reader === undefined ? undefined : sql`exists (select 1 ${readsOfIt} and agent = ${reader})`,
    state && (state === "expired" ? isExpired : sql`not ${isExpired}`),
  );
}

/** Reads the texts that PostgreSQL could not store as they were. */
function readTexts<Row extends { memoryId: string; content: Readonly<Record<string, unknown>> }>(
  row: Row,
): Row {
  const content: Row["content"] = JSON.parse(fromStorableText(JSON.stringify(row.content)));
  return { ...row, memoryId: fromStorableText(row.memoryId), content };
}
