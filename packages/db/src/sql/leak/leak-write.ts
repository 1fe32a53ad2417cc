import { createHash } from "node:crypto";
import { CAUSES } from "@baton/core";
import { groupBy } from "@baton/core/internal";
import {
  BlockLedger,
  type BlockMark,
  type HandoffTraces,
  LeakTracer,
  type LedgerGap,
  nameOf,
  PolicyBlocks,
} from "@baton/server/lineage";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { blockMark, leak } from "../../schema/index";
import { forEachPolicy } from "../policy/checked-policy";
import { insertRows } from "../statement/insert-rows";
import { Milliseconds, Sum, selectRows } from "../statement/rows";
import type { SearchedHandoff } from "./searched-handoff";

/** Result of a search. */
export interface LeakSearchResult {
  /** Other stored handoffs that may leak a field now known to be blocked, by session. */
  gaps: Map<string, LedgerGap>;
  /** Handoffs that were not searched, because too many policies would have been compiled. */
  postponed: ReadonlySet<SearchedHandoff>;
}

/**
 * Finds the leaks of handoffs and stores them, with the blocks that later handoffs may leak. The result does not
 * depend on the order or number of calls. The cost depends on these handoffs, not on the size of their sessions.
 *
 * @param db a transaction that has locked the rows of the sessions.
 */
export async function storeLeaks(
  db: Database,
  workspaceId: string,
  handoffs: readonly SearchedHandoff[],
): Promise<LeakSearchResult> {
  const { traces, postponed } = await traceHandoffs(db, workspaceId, handoffs);
  const bySession = groupBy(traces, ({ handoff }) => handoff.sessionId);
  const marked = await listMarkedSessions(db, workspaceId, traces);
  for (const [sessionId, traced] of bySession) {
    const blocks = marked.has(sessionId) || traced.some(({ blocked }) => blocked.length > 0);
    if (!blocks) bySession.delete(sessionId);
  }
  const marks = await loadMarks(db, workspaceId, bySession);
  const changed: (typeof blockMark.$inferInsert)[] = [];
  const leaks: (typeof leak.$inferInsert)[] = [];
  const gaps = new Map<string, LedgerGap>();
  for (const [sessionId, traced] of bySession) {
    const ledger = new BlockLedger(marks.get(sessionId));
    for (const { handoff, blocked } of traced) ledger.add(handoff, blocked);
    for (const mark of ledger.changed) changed.push(toMarkRow({ workspaceId, sessionId }, mark));
    if (ledger.gap) gaps.set(sessionId, ledger.gap);
    for (const { handoff, passed } of traced) {
      leaks.push(...toLeakRows(workspaceId, handoff, ledger.findLeaks(handoff.place, passed)));
    }
  }
  if (changed.length > 0) await upsertMarks(db, changed);
  if (leaks.length > 0) await upsertLeaks(db, workspaceId, leaks);
  return { gaps, postponed };
}

interface TracedHandoff extends HandoffTraces {
  readonly handoff: SearchedHandoff;
}

/** The blocks of an unreported version: the fields that handoffs recorded as blocked. */
const BY_CAUSE = new PolicyBlocks();

async function traceHandoffs(db: Database, workspaceId: string, handoffs: readonly SearchedHandoff[]) {
  const tracer = new LeakTracer(hashKey);
  const traces: TracedHandoff[] = [];
  const trace = (blocks: PolicyBlocks | null, some: readonly SearchedHandoff[]) => {
    for (const handoff of some) traces.push({ handoff, ...tracer.trace(handoff, blocks ?? BY_CAUSE) });
  };
  const items = groupBy(handoffs, ({ policyVersion }) => policyVersion ?? "");
  trace(null, items.get("") ?? []);
  items.delete("");
  const { unreported, postponed } = await forEachPolicy(db, { workspaceId, items }, ({ blocks }, named) =>
    trace(blocks, named),
  );
  trace(null, unreported);
  return { traces, postponed: new Set(postponed) };
}

/** Hashes a key, which may be too long for an index. */
function hashKey(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

async function listMarkedSessions(
  db: Database,
  workspaceId: string,
  traces: readonly TracedHandoff[],
): Promise<Set<string>> {
  const ids = [...new Set(traces.map(({ handoff }) => handoff.sessionId))];
  if (ids.length === 0) return new Set();
  const rows = await selectRows(
    db,
    z.object({ id: z.string() }),
    sql`select id from json_array_elements_text(${JSON.stringify(ids.map(toStorableText))}::text::json) as id
      where exists (select 1 from block_mark where workspace_id = ${workspaceId} and session_id = id)`,
  );
  return new Set(rows.map(({ id }) => fromStorableText(id)));
}

const StoredMark = z.object({
  sessionId: z.string().transform(fromStorableText),
  key: z.string(),
  source: z.string(),
  occurredAt: Milliseconds,
  sourceFileId: Sum,
  generation: z.number(),
  sequence: Sum,
  ordinal: z.number(),
  isRemoved: z.boolean(),
  field: z.string().transform(fromStorableText),
  eventId: z.string().transform(fromStorableText),
  fromAgent: z.string().transform(fromStorableText),
  ruleId: z
    .string()
    .nullable()
    .transform((id) => id && fromStorableText(id)),
  cause: z.enum(CAUSES).nullable(),
});

/** Loads the blocks that these handoffs may leak or precede, by session. */
async function loadMarks(
  db: Database,
  workspaceId: string,
  bySession: ReadonlyMap<string, readonly TracedHandoff[]>,
): Promise<Map<string, BlockMark[]>> {
  const keys = [...bySession].flatMap(([sessionId, traced]) => {
    const id = toStorableText(sessionId);
    return [...keysOf(traced)].map((key) => ({ id, key }));
  });
  if (keys.length === 0) return new Map();
  const rows = await selectRows(
    db,
    StoredMark,
    sql`select session_id as "sessionId", block_mark.key, source, extract(epoch from occurred_at) * 1000 as "occurredAt",
        source_file_id as "sourceFileId", generation, sequence, ordinal, is_removed as "isRemoved", field,
        event_id as "eventId", from_agent as "fromAgent", rule_id as "ruleId", cause
      from json_to_recordset(${JSON.stringify(keys)}::text::json) as asked(id text, key text)
      join block_mark on workspace_id = ${workspaceId} and session_id = id and block_mark.key = asked.key`,
  );
  const marks = rows.map(
    ({ sessionId, occurredAt, sourceFileId, generation, sequence, ordinal, ...mark }) => {
      const place = { occurredAt: occurredAt.getTime(), sourceFileId, generation, sequence, ordinal };
      return { sessionId, mark: { ...mark, name: nameOf(mark.field), place } };
    },
  );
  return new Map(
    [...groupBy(marks, ({ sessionId }) => sessionId)].map(([id, some]) => [id, some.map(({ mark }) => mark)]),
  );
}

function keysOf(traced: readonly TracedHandoff[]): Set<string> {
  const keys = new Set<string>();
  for (const { blocked, passed } of traced) {
    for (const { key } of blocked) keys.add(key);
    for (const { fieldKeys, nameKeys, textKey } of passed) {
      for (const key of fieldKeys) keys.add(key);
      for (const key of nameKeys) keys.add(key);
      if (textKey !== null) keys.add(textKey);
    }
  }
  return keys;
}

function toMarkRow(session: { workspaceId: string; sessionId: string }, mark: BlockMark) {
  const { place, field, name: _, ...columns } = mark;
  return {
    ...session,
    ...columns,
    ...place,
    field: field.slice(0, MAX_FIELD_LENGTH),
    occurredAt: new Date(place.occurredAt),
  };
}

/** Maximum length of a field name; a longer one is content. */
const MAX_FIELD_LENGTH = 1_000;

function toLeakRows(
  workspaceId: string,
  { place, sessionId, eventId, fromAgent, toAgent, ruleId }: SearchedHandoff,
  leaks: ReturnType<BlockLedger["findLeaks"]>,
) {
  return leaks.map(({ name, field, by, tokens, places, block }) => ({
    workspaceId,
    ...place,
    occurredAt: new Date(place.occurredAt),
    name,
    field: field.slice(0, MAX_FIELD_LENGTH),
    sessionId,
    eventId,
    fromAgent,
    toAgent,
    ruleId,
    evidence: by,
    tokens,
    places: [...places],
    blockedAt: new Date(block.place.occurredAt),
    blockedEventId: block.eventId,
    blockedFromAgent: block.fromAgent,
    blockedRuleId: block.ruleId,
    blockedCause: block.cause,
  }));
}

async function upsertMarks(db: Database, rows: readonly (typeof blockMark.$inferInsert)[]): Promise<void> {
  await insertRows(
    db,
    blockMark,
    rows,
    sql`on conflict (workspace_id, session_id, key, source) do update set occurred_at = excluded.occurred_at,
        source_file_id = excluded.source_file_id, generation = excluded.generation, sequence = excluded.sequence,
        ordinal = excluded.ordinal, is_removed = excluded.is_removed, field = excluded.field,
        event_id = excluded.event_id, from_agent = excluded.from_agent, rule_id = excluded.rule_id,
        cause = excluded.cause`,
  );
}

const StoredLeak = z.object({ sessionId: z.string(), isNew: z.boolean() });

async function upsertLeaks(
  db: Database,
  workspaceId: string,
  rows: readonly (typeof leak.$inferInsert)[],
): Promise<void> {
  const stored = z.array(StoredLeak).parse(
    await insertRows(
      db,
      leak,
      rows,
      sql`on conflict (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal, name) do update set
        field = excluded.field, evidence = excluded.evidence, tokens = excluded.tokens, places = excluded.places,
        blocked_at = excluded.blocked_at, blocked_event_id = excluded.blocked_event_id,
        blocked_from_agent = excluded.blocked_from_agent, blocked_rule_id = excluded.blocked_rule_id,
        blocked_cause = excluded.blocked_cause
      returning session_id as "sessionId", xmax = 0 as "isNew"`,
    ),
  );
  const added = groupBy(
    stored.filter(({ isNew }) => isNew),
    ({ sessionId }) => sessionId,
  );
  if (added.size === 0) return;
  const counts = [...added].map(([id, some]) => ({ id, count: some.length }));
  await db.execute(
    sql`update session set leak_count = leak_count + more.count
      from json_to_recordset(${JSON.stringify(counts)}::text::json) as more(id text, count bigint)
      where workspace_id = ${workspaceId} and session_id = more.id`,
  );
}
