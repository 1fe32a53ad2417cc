import type { HandoffFacts, SessionRecord } from "@baton/core/session";
import { fromStorableText } from "@baton/server/storable-text";
import { and, eq, lt, or, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { erasedMemory, event, memory, memoryRead, sourceFile } from "../../schema/index";
import { restoreColdLines } from "../cold/restore-texts";
import { hashName } from "../erasure/erased-names";
import type { EventLine, ResolvedRecord } from "../line/line-batch";
import { insertRows } from "../statement/insert-rows";
import { isAmong } from "../statement/is-among";
import { toStorableJson } from "../statement/storable-json";

type MemoryRecord = ResolvedRecord & { facts: NonNullable<SessionRecord["memory"]> };

/** Source of memories that an event wrote. */
const WRITTEN_BY_AGENTS = "agents";

/** Returns the key of a memory by its source and ID. */
function memoryKeyOf(source: string, id: string): string {
  return hashName(`${source}\0${id}`);
}

/**
 * Removes erased memories from lines that are about to be stored, with the text of their lines.
 *
 * @param lines of one file, in order.
 */
export async function withoutErasedMemories(
  tx: Database,
  workspaceId: string,
  lines: readonly EventLine[],
): Promise<readonly EventLine[]> {
  const records = lines.flatMap((line) => line.records.filter(({ record }) => record.memory));
  if (records.length === 0) return lines;
  const keyOf = await findKeys(tx, workspaceId, records);
  const rows = await tx
    .select({ key: erasedMemory.memoryKey })
    .from(erasedMemory)
    .where(
      and(eq(erasedMemory.workspaceId, workspaceId), isAmong(erasedMemory.memoryKey, records.map(keyOf))),
    );
  const erased = new Set(rows.map(({ key }) => key));
  if (erased.size === 0) return lines;
  const isErased = (one: ResolvedRecord) => one.record.memory !== null && erased.has(keyOf(one));
  const clear = (one: ResolvedRecord) =>
    isErased(one) ? { ...one, record: { ...one.record, memory: null } } : one;
  return lines.map((line) => {
    if (!line.records.some(isErased)) return line;
    const [first, ...others] = line.records;
    return { ...line, text: null, records: [clear(first), ...others.map(clear)] };
  });
}

/** Stores what agents remember. A record replaces the memory with its ID, and keeps what people changed. */
export async function upsertMemories(
  tx: Database,
  workspaceId: string,
  records: readonly MemoryRecord[],
): Promise<void> {
  const keyOf = await findKeys(tx, workspaceId, records);
  const sourceOf = await findSources(tx, workspaceId, records);
  const rows = new Map<string, typeof memory.$inferInsert>();
  for (const resolved of records) {
    const { facts, occurredAt, sourceFileId, generation, sequence, ordinal } = resolved;
    const memoryKey = keyOf(resolved);
    rows.set(memoryKey, {
      workspaceId,
      memoryKey,
      source: sourceOf(resolved),
      memoryId: facts.id,
      occurredAt,
      sourceFileId,
      generation,
      sequence,
      ordinal,
      line: facts.line,
      content: facts.content,
      author: facts.author,
      sessionId: facts.sessionId ?? resolved.sessionId,
      tags: [...facts.tags],
      createdAt: facts.createdAt === null ? occurredAt : new Date(facts.createdAt),
      expiresAt: facts.expiresAt === null ? null : new Date(facts.expiresAt),
    });
  }
  if (rows.size === 0) return;
  await insertRows(
    tx,
    memory,
    [...rows.values()].sort((a, b) => (a.memoryKey < b.memoryKey ? -1 : 1)),
    sql`on conflict (workspace_id, memory_key) do update set
        occurred_at = excluded.occurred_at, source_file_id = excluded.source_file_id,
        generation = excluded.generation, sequence = excluded.sequence, ordinal = excluded.ordinal,
        line = excluded.line, content = excluded.content, author = excluded.author,
        session_id = excluded.session_id, tags = excluded.tags, expires_at = excluded.expires_at`,
  );
}

/** Deletes the memories that a file no longer has since it was rewritten. */
export async function deleteReplacedMemories(
  tx: Database,
  workspaceId: string,
  records: readonly ResolvedRecord[],
): Promise<void> {
  const files = new Map(
    records
      .filter(({ record, generation }) => record.eventType === "memory" && generation > 0)
      .map(({ sourceFileId, generation }) => [sourceFileId, generation]),
  );
  for (const [sourceFileId, generation] of files) {
    const isReplaced = lt(memory.generation, generation);
    await tx
      .delete(memory)
      .where(and(eq(memory.workspaceId, workspaceId), eq(memory.sourceFileId, sourceFileId), isReplaced));
  }
}

/** Stores which memories an agent retrieved. */
export async function insertMemoryReads(
  tx: Database,
  workspaceId: string,
  records: readonly (ResolvedRecord & { facts: HandoffFacts })[],
): Promise<void> {
  const rows = records.flatMap(({ facts, record: _, ...resolved }) =>
    facts.kind === "retrieval"
      ? [{ workspaceId, ...resolved, agent: facts.toAgent, memoryIds: [...facts.memoryIds] }]
      : [],
  );
  if (rows.length > 0) await insertRows(tx, memoryRead, rows, sql`on conflict do nothing`);
}

interface MemoryKey {
  workspaceId: string;
  memoryKey: string;
}

const isOne = ({ workspaceId, memoryKey }: MemoryKey) =>
  and(eq(memory.workspaceId, workspaceId), eq(memory.memoryKey, memoryKey));

/** Sets what people change of a memory; null restores the value of its source. @returns null if it is gone. */
export async function updateMemory(
  tx: Database,
  { tags, expiresAt, ...key }: MemoryKey & { tags: string[] | null; expiresAt: Date | null },
): Promise<{ memoryId: string } | null> {
  const [row] = await tx
    .update(memory)
    .set({ changedTags: tags, changedExpiresAt: expiresAt })
    .where(isOne(key))
    .returning({ memoryId: memory.memoryId });
  return row ?? null;
}

/**
 * Deletes a memory and the text of its line, and keeps its key, so that it is not stored again.
 *
 * @param tx a transaction in which nothing is stored meanwhile.
 * @returns its key; null if it is gone.
 */
export async function eraseMemory(tx: Database, key: MemoryKey): Promise<{ source: string } | null> {
  const [row] = await tx.delete(memory).where(isOne(key)).returning();
  if (!row) return null;
  const { workspaceId, sourceFileId, source, memoryId, content } = row;
  // Earlier lines of the file, or earlier events, may have the same memory.
  const names = (part: unknown) => sql`position(${toStorableJson(part)} in ${event.text}) > 0`;
  const isWritten = source === WRITTEN_BY_AGENTS;
  const isLine = isWritten
    ? and(eq(event.eventType, "memory_written"), or(names(fromStorableText(memoryId)), names(content)))
    : eq(event.sourceFileId, sourceFileId);
  const mayBeLine = isWritten ? eq(event.eventType, "memory_written") : isLine;
  await restoreColdLines(tx, workspaceId, sql`${mayBeLine}`);
  await tx
    .update(event)
    .set({ text: null, hasContent: false })
    .where(and(eq(event.workspaceId, workspaceId), isLine));
  await tx.insert(erasedMemory).values(key).onConflictDoNothing();
  return { source: row.source };
}

async function findKeys(tx: Database, workspaceId: string, records: readonly ResolvedRecord[]) {
  const sourceOf = await findSources(tx, workspaceId, records);
  return (resolved: ResolvedRecord) => memoryKeyOf(sourceOf(resolved), resolved.record.memory?.id ?? "");
}

/** Returns a function that names the source of a memory: its file, unless an event wrote it. */
async function findSources(tx: Database, workspaceId: string, records: readonly ResolvedRecord[]) {
  const isOfFile = ({ record }: ResolvedRecord) => record.eventType === "memory";
  const files = [...new Set(records.filter(isOfFile).map(({ sourceFileId }) => sourceFileId))];
  const rows =
    files.length === 0
      ? []
      : await tx
          .select({ id: sourceFile.sourceFileId, path: sourceFile.path })
          .from(sourceFile)
          .where(and(eq(sourceFile.workspaceId, workspaceId), isAmong(sourceFile.sourceFileId, files)));
  const paths = new Map(rows.map(({ id, path }) => [id, path]));
  return (resolved: ResolvedRecord) =>
    isOfFile(resolved) ? (paths.get(resolved.sourceFileId) ?? "") : WRITTEN_BY_AGENTS;
}
