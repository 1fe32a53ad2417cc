import type { AgentFacts } from "@baton/core/session";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { agent, compaction, handoff } from "../../schema/index";
import { addToCompactionTotals } from "../compaction/compaction-totals";
import { addToUngoverned } from "../handoff/ungoverned-write";
import type { ResolvedRecord } from "../line/line-batch";
import { insertRows } from "../statement/insert-rows";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

/** Writers of one session wait for each other, as do those of some other sessions. */
const LOCKS = 64;

/** The agents that a batch names, as stored. */
interface BatchAgents {
  sessionIds: string[];
  agentIds: string[];
  /** Event IDs of delegations, to find the agents that they started. */
  delegations: string[];
}

/**
 * Stores what records say about agents. The first name and the first delegation of an agent stay, except for
 * a name that is to be replaced.
 *
 * @param db a transaction; until its end, nothing else writes the same sessions.
 * @returns the agents for `settleAgents`; null if the records name none.
 */
export async function upsertAgents(
  db: Database,
  workspaceId: string,
  records: readonly ResolvedRecord[],
): Promise<BatchAgents | null> {
  const sessionIds = new Set<string>();
  const agentIds = new Set<string>();
  const delegations = new Set<string>();
  const rows = new Map<string, typeof agent.$inferInsert>();
  for (const { sessionId, occurredAt, eventId, record } of records) {
    const { agents, handoff, usage, compaction } = record;
    if (sessionId === null) continue;
    const named = [handoff?.fromAgentId, handoff?.toAgentId, usage?.agentId, compaction?.agentId];
    const ids = [...agents.map(({ agentId }) => agentId), ...named.flatMap((id) => id ?? [])];
    if (handoff?.kind === "delegation") delegations.add(toStorableText(eventId));
    else if (ids.length === 0) continue;
    sessionIds.add(toStorableText(sessionId));
    for (const id of ids) agentIds.add(toStorableText(id));
    for (const facts of agents) {
      const key = JSON.stringify([sessionId, facts.agentId]);
      rows.set(key, mergeAgent(rows.get(key), { ...facts, workspaceId, sessionId, occurredAt }));
    }
  }
  if (sessionIds.size === 0) return null;
  await lockAgents(db, workspaceId, [...sessionIds, ...agentIds]);
  await deleteNames(db, workspaceId, records);
  if (rows.size > 0) {
    await insertRows(
      db,
      agent,
      [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
      sql`on conflict (workspace_id, session_id, agent_id) do update set
          name = coalesce(agent.name, excluded.name), started_by = coalesce(agent.started_by, excluded.started_by),
          is_main = agent.is_main or excluded.is_main, occurred_at = least(agent.occurred_at, excluded.occurred_at)
        where (agent.name is null and excluded.name is not null)
          or (agent.started_by is null and excluded.started_by is not null)
          or (excluded.is_main and not agent.is_main) or excluded.occurred_at < agent.occurred_at`,
    );
  }
  return { sessionIds: [...sessionIds], agentIds: [...agentIds], delegations: [...delegations] };
}

/** Deletes the names that records replace, so that the new ones come first. */
async function deleteNames(
  db: Database,
  workspaceId: string,
  records: readonly ResolvedRecord[],
): Promise<void> {
  for (const { sessionId, record } of records) {
    for (const { agentId, isRenamed } of record.agents) {
      if (!isRenamed || sessionId === null) continue;
      const isOne = and(
        eq(agent.workspaceId, workspaceId),
        eq(agent.sessionId, toStorableText(sessionId)),
        eq(agent.agentId, toStorableText(agentId)),
      );
      await db.update(agent).set({ name: null }).where(isOne);
    }
  }
}

type AgentRow = AgentFacts & { workspaceId: string; sessionId: string; occurredAt: Date };

function mergeAgent(before: Partial<AgentRow> | undefined, row: AgentRow): AgentRow {
  return {
    ...row,
    name: row.isRenamed ? row.name : (before?.name ?? row.name),
    startedBy: before?.startedBy ?? row.startedBy,
    isMain: before?.isMain || row.isMain,
    occurredAt: before?.occurredAt ?? row.occurredAt,
  };
}

/**
 * Locks the sessions: two writers would not see each other's rows, one of which may name an agent of the
 * other.
 */
async function lockAgents(db: Database, workspaceId: string, ids: readonly string[]): Promise<void> {
  const hash = (id: string) => [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);
  const locks = [...new Set(ids.map((id) => hash(id) % LOCKS))].sort((a, b) => a - b);
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`agents of ${workspaceId} `} || lock, 0))
      from json_array_elements_text(${JSON.stringify(locks)}::text::json) as lock`,
  );
}

/**
 * Updates all rows of a batch's agents, including those of earlier batches: the agent that a delegation
 * started, names, parent sessions, and totals.
 * @param db the transaction in which the batch was stored.
 * @returns the sessions that got a parent, as stored.
 */
export async function settleAgents(db: Database, workspaceId: string, batch: BatchAgents): Promise<string[]> {
  const isOfBatch = sql`workspace_id = ${workspaceId} and (started_by = any (${textArray(batch.delegations)})
    or agent_id = any (${textArray(batch.agentIds)}) and (session_id = any (${textArray(batch.sessionIds)}) or is_main
      or exists (select 1 from agent main where main.workspace_id = agent.workspace_id
        and main.agent_id = agent.agent_id and main.is_main)))`;
  await db.execute(
    sql`update agent set name = call.to_agent from handoff call
      where agent.name is null and call.workspace_id = agent.workspace_id and call.event_id = agent.started_by
        and call.to_agent <> 'unknown' and (agent.workspace_id, agent.session_id, agent.agent_id) in
          (select workspace_id, session_id, agent_id from agent where ${isOfBatch})`,
  );
  await db.execute(
    sql`update agent set name = other.name from agent other
      where agent.name is null and other.name is not null and other.workspace_id = agent.workspace_id
        and other.agent_id = agent.agent_id and (other.is_main or agent.is_main)
        and (agent.workspace_id, agent.session_id, agent.agent_id) in
          (select workspace_id, session_id, agent_id from agent where ${isOfBatch})`,
  );
  const known = sql`(select session_id, agent_id, name, started_by from agent where ${isOfBatch}) known`;
  const linked = await linkSessions(db, workspaceId, isOfBatch);
  await renameInHandoffs(db, workspaceId, known);
  await renameInCompactions(db, workspaceId, known);
  await db.execute(
    sql`update message_usage set agent = known.name from ${known}
      where message_usage.workspace_id = ${workspaceId} and message_usage.session_id = known.session_id
        and message_usage.agent_id = known.agent_id and message_usage.agent <> known.name`,
  );
  return linked;
}

function textArray(texts: readonly string[]) {
  return sql`array(select json_array_elements_text(${JSON.stringify(texts)}::text::json))`;
}

/** Makes an agent's own session a child of the session that last started the agent before it. */
async function linkSessions(
  db: Database,
  workspaceId: string,
  isOfBatch: ReturnType<typeof sql>,
): Promise<string[]> {
  const rows = await selectRows(
    db,
    z.object({ id: z.string() }),
    sql`update session set parent_session_id = starter.session_id
      from (select * from agent where ${isOfBatch}) own cross join lateral (
        select one.session_id from agent one where one.workspace_id = own.workspace_id and one.agent_id = own.agent_id
          and one.session_id <> own.session_id and one.started_by is not null
        order by one.occurred_at > own.occurred_at, abs(extract(epoch from one.occurred_at - own.occurred_at)) limit 1) starter
      where own.is_main and session.workspace_id = ${workspaceId} and session.session_id = own.session_id
        and session.parent_session_id is null
      returning session.session_id as id`,
  );
  return rows.map(({ id }) => id);
}

const Renamed = z.object({
  occurredAt: Milliseconds,
  file: Sum,
  generation: z.number(),
  sequence: Sum,
  ordinal: z.number(),
  fromAgent: z.string(),
  fromAgentId: z.string().nullable(),
  toAgent: z.string(),
  toAgentId: z.string().nullable(),
});

async function renameInHandoffs(
  db: Database,
  workspaceId: string,
  known: ReturnType<typeof sql>,
): Promise<void> {
  const found = await selectRows(
    db,
    Renamed,
    sql`with known as materialized (select * from ${known}), named as (
        select one.*, coalesce(one.from_agent_id, call.to_agent_id, answered.agent_id) as new_from_id,
          coalesce(one.to_agent_id, started.agent_id) as new_to_id
        from handoff one
        left join known started on started.started_by = one.event_id
        left join known answered on answered.started_by = one.answers
        left join lateral (select to_agent_id from handoff call where call.workspace_id = one.workspace_id
          and call.event_id = one.answers limit 1) call on one.from_agent_id is null and one.answers is not null
        where one.workspace_id = ${workspaceId} and one.kind <> 'context'
          and one.session_id in (select session_id from known)
      ), renamed as (
        select named.*, coalesce(sender.name, from_agent) as new_from, coalesce(receiver.name, to_agent) as new_to
        from named
        left join known sender on sender.session_id = named.session_id and sender.agent_id = new_from_id
        left join known receiver on receiver.session_id = named.session_id and receiver.agent_id = new_to_id
      )
      select extract(epoch from occurred_at) * 1000 as "occurredAt", source_file_id as file, generation, sequence, ordinal,
        new_from as "fromAgent", new_from_id as "fromAgentId", new_to as "toAgent", new_to_id as "toAgentId"
      from renamed where (from_agent, from_agent_id, to_agent, to_agent_id)
        is distinct from (new_from, new_from_id, new_to, new_to_id)`,
  );
  if (found.length === 0) return;
  const places = JSON.stringify(
    found.map(({ occurredAt, ...row }) => ({ at: occurredAt.toISOString(), ...row })),
  );
  const change = sql`json_to_recordset(${places}::text::json) as change(at timestamptz, file bigint, generation int,
    sequence bigint, ordinal int, "fromAgent" text, "fromAgentId" text, "toAgent" text, "toAgentId" text)`;
  const isChanged = sql`handoff.workspace_id = ${workspaceId} and handoff.occurred_at = change.at
    and handoff.source_file_id = change.file and handoff.generation = change.generation
    and handoff.sequence = change.sequence and handoff.ordinal = change.ordinal`;
  const before = await db.select({ row: handoff }).from(handoff).innerJoin(change, isChanged);
  await db.execute(
    sql`update handoff set from_agent = "fromAgent", from_agent_id = "fromAgentId", to_agent = "toAgent",
      to_agent_id = "toAgentId" from ${change} where ${isChanged}`,
  );
  const after = await db.select({ row: handoff }).from(handoff).innerJoin(change, isChanged);
  await addToUngoverned(db, workspaceId, before.map(toSummedHandoff), -1);
  await addToUngoverned(db, workspaceId, after.map(toSummedHandoff));
}

function toSummedHandoff({ row: { occurredAt, ...facts } }: { row: typeof handoff.$inferSelect }) {
  const [fromAgent, toAgent] = [fromStorableText(facts.fromAgent), fromStorableText(facts.toAgent)];
  return { occurredAt, facts: { ...facts, fromAgent, toAgent } };
}

async function renameInCompactions(
  db: Database,
  workspaceId: string,
  known: ReturnType<typeof sql>,
): Promise<void> {
  const isMisnamed = sql`compaction.workspace_id = ${workspaceId} and compaction.session_id = known.session_id
    and compaction.agent_id = known.agent_id and compaction.agent is distinct from known.name and known.name is not null`;
  const before = await db.select({ row: compaction }).from(compaction).innerJoin(known, isMisnamed);
  if (before.length === 0) return;
  const { rows: renamed } = await db.execute(
    sql`update compaction set agent = known.name from ${known} where ${isMisnamed} returning event_id as "eventId", agent`,
  );
  const names = new Map(
    z
      .array(z.object({ eventId: z.string(), agent: z.string() }))
      .parse([...renamed])
      .map((row) => [row.eventId, row.agent]),
  );
  const rows = before.map(({ row }) => row);
  await addToCompactionTotals(db, workspaceId, rows, -1);
  await addToCompactionTotals(
    db,
    workspaceId,
    rows.map((row) => ({ ...row, agent: names.get(row.eventId) ?? row.agent })),
  );
}
