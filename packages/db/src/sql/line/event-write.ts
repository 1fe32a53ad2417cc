import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { and, between, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { event, eventIdentity } from "../../schema/index";
import { insertNewRows, insertRows } from "../statement/insert-rows";
import { isAmong } from "../statement/is-among";
import type { EventLine, LineBatch, ResolvedRecord } from "./line-batch";
import { isInGeneration, type Position, positionKey } from "./position";

const ClaimedIdentity = z.object({ identity: z.string() });

/**
 * Claims the identities of records, each for the first position that names it.
 *
 * @param records in file order.
 * @returns the position (as written by `positionKey`) that owns each identity, from this or an earlier call.
 */
export async function claimIdentities(
  db: Database,
  workspaceId: string,
  records: readonly (Position &
    Pick<ResolvedRecord, "occurredAt"> & { record: { identity: string | null } })[],
): Promise<Map<string, string>> {
  const firsts = new Map<string, Position & { workspaceId: string; identity: string; occurredAt: Date }>();
  for (const resolved of records) {
    const { occurredAt, record } = resolved;
    if (record.identity === null || firsts.has(record.identity)) continue;
    firsts.set(record.identity, {
      workspaceId,
      identity: record.identity,
      occurredAt,
      ...pickPosition(resolved),
    });
  }
  const owners = new Map<string, string>();
  if (firsts.size === 0) return owners;
  // Use the same order for all writers, so that claims of the same identities cannot deadlock.
  const sorted = [...firsts.values()].sort((a, b) => (a.identity < b.identity ? -1 : 1));
  const inserted = await insertRows(
    db,
    eventIdentity,
    sorted,
    sql`on conflict do nothing returning identity`,
  );
  for (const { identity } of z.array(ClaimedIdentity).parse(inserted)) {
    const claim = firsts.get(fromStorableText(identity));
    if (claim) owners.set(claim.identity, positionKey(claim));
  }
  const taken = [...firsts.keys()].filter((identity) => !owners.has(identity)).map(toStorableText);
  if (taken.length === 0) return owners;
  const rows = await db
    .select()
    .from(eventIdentity)
    .where(and(eq(eventIdentity.workspaceId, workspaceId), isAmong(eventIdentity.identity, taken)));
  for (const row of rows) owners.set(fromStorableText(row.identity), positionKey(row));
  return owners;
}

const InsertedEvent = z.object({ sequence: z.coerce.number(), ordinal: z.number() });

/**
 * Inserts the events of lines and skips existing positions, so that a replay inserts nothing.
 *
 * @param batch of one file and one generation, in file order; nothing else stores lines of it meanwhile.
 * @param ownerOf returns the position that owns the identity of a record; null if the record does itself.
 * @returns the position keys of the new events.
 */
export async function insertEvents(
  db: Database,
  batch: LineBatch,
  ownerOf: (resolved: ResolvedRecord) => string | null,
): Promise<Set<string>> {
  const rows = batch.lines.flatMap((line) => toEventRows(batch, line, ownerOf));
  const [first] = rows;
  if (!first) return new Set();
  if (!(await hasEventsAmong(db, first, rows))) {
    await insertNewRows(db, event, rows);
    return new Set(rows.map(positionKey));
  }
  const inserted = await insertRows(db, event, rows, sql`on conflict do nothing returning sequence, ordinal`);
  return new Set(
    z
      .array(InsertedEvent)
      .parse(inserted)
      .map((position) => positionKey({ ...first, ...position })),
  );
}

async function hasEventsAmong(
  db: Database,
  file: Parameters<typeof isInGeneration>[0],
  rows: readonly Position[],
): Promise<boolean> {
  const [first, last] = [rows[0]?.sequence ?? 0, rows.at(-1)?.sequence ?? 0];
  const found = await db
    .select({ sequence: event.sequence })
    .from(event)
    .where(and(isInGeneration(file), between(event.sequence, first, last)))
    .limit(1);
  return found.length > 0;
}

function toEventRows(
  { workspaceId, hasContent }: LineBatch,
  line: EventLine,
  ownerOf: (resolved: ResolvedRecord) => string | null,
): (typeof event.$inferInsert)[] {
  return line.records.map((resolved) => ({
    workspaceId,
    ...pickPosition(resolved),
    occurredAt: resolved.occurredAt,
    identity: resolved.record.identity,
    duplicateOf: ownerOf(resolved),
    eventType: resolved.record.eventType,
    sessionId: resolved.sessionId,
    agentId: resolved.record.agentId,
    isError: resolved.record.isError,
    lineNumber: line.lineNumber,
    text: resolved.ordinal === 0 ? line.text : null,
    byteLength: line.byteLength,
    sha256: line.sha256,
    maskedSecretCount: resolved.ordinal === 0 ? line.maskedSecretCount : 0,
    hasContent,
  }));
}

function pickPosition({ sourceFileId, generation, sequence, ordinal }: Position): Position {
  return { sourceFileId, generation, sequence, ordinal };
}
