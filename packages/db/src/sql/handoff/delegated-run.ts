import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { fillColdTexts } from "../cold/cold-text";
import { type DailyCalls, selectDailyCalls } from "../session/daily-usage";
import { sessionFamily } from "../session/session-family";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

/** A delegation or its return, in the session that it belongs to or one above it. */
export interface DelegationKey {
  workspaceId: string;
  sessionId: string;
  eventId: string;
  kind: "delegation" | "return";
  /** The call that a return answers. */
  answers: string | null;
  /** The tool's own ID of the subagent; null if no line has it. */
  agentId: string | null;
}

const Counterparts = z.object({
  callEventId: z.string().nullable(),
  calledAt: Milliseconds.nullable(),
  returnEventId: z.string().nullable(),
  returnedAt: Milliseconds.nullable(),
  lastCallAt: Milliseconds.nullable(),
  childSessionId: z.string().nullable(),
});

/** The run of a subagent between its call and its return. */
interface DelegatedRun extends z.infer<typeof Counterparts> {
  /** The subagent's own model calls, without those of agents that it started. */
  calls: DailyCalls[];
}

/** Returns the run that a delegation started: its call, its return, its own session and its model calls. */
export async function getDelegatedRun(db: Database, key: DelegationKey): Promise<DelegatedRun> {
  const { workspaceId, eventId, kind, answers, agentId } = key;
  const family = sessionFamily(key);
  const callId = kind === "delegation" ? eventId : answers;
  const [found] = await selectRows(
    db,
    Counterparts,
    sql`select call.event_id as "callEventId", extract(epoch from call.occurred_at) * 1000 as "calledAt",
        answer.event_id as "returnEventId", extract(epoch from answer.occurred_at) * 1000 as "returnedAt",
        (select extract(epoch from max(occurred_at)) * 1000 from message_usage where ${isOwnCall(key)}) as "lastCallAt",
        (select session_id from agent where workspace_id = ${workspaceId} and agent_id = ${agentId} and is_main
          and session_id in ${family} limit 1) as "childSessionId"
      from (select 1) one
      left join lateral (select event_id, occurred_at from handoff where workspace_id = ${workspaceId}
        and event_id = ${callId} and kind = 'delegation' limit 1) call on true
      left join lateral (select event_id, occurred_at from handoff where workspace_id = ${workspaceId}
        and session_id in ${family} and kind = 'return'
        and ${kind === "return" ? sql`event_id = ${eventId}` : sql`answers = ${callId}`}
        order by occurred_at limit 1) answer on true`,
  );
  if (!found) throw new Error("The query of a delegation returned no row.");
  const calls = agentId === null ? [] : await selectDailyCalls(db, isOwnCall(key));
  return { ...found, calls };
}

/** Maximum lines of a subagent to read, and their bytes. */
const [MAX_LINES, MAX_BYTES] = [5_000, 16 * 1024 * 1024];

/**
 * Returns the stored lines of the files in which a subagent called its model, in file order.
 *
 * @returns `isCut` is true if there are more lines than are read.
 */
export async function listRunLines(
  db: Database,
  key: Omit<DelegationKey, "kind" | "answers" | "eventId">,
): Promise<{ lines: string[]; isCut: boolean }> {
  if (key.agentId === null) return { lines: [], isCut: false };
  const rows = await selectRows(
    db,
    z.object({
      text: z.string().nullable(),
      coldBytes: z.number().nullable(),
      occurredAt: Milliseconds,
      sourceFileId: Sum,
      generation: z.number(),
      sequence: Sum,
      ordinal: z.number(),
    }),
    sql`with file as (select distinct source_file_id, generation from message_usage where ${isOwnCall(key)}),
      line as (
        select text, cold_bytes, occurred_at, source_file_id, generation, sequence, ordinal,
          sum(byte_length) over (order by source_file_id, generation, sequence) as bytes
        from event join file using (source_file_id, generation)
        where workspace_id = ${key.workspaceId} and session_id in ${sessionFamily(key)}
          and ordinal = 0 and (text is not null or cold_bytes > 0)
        order by source_file_id, generation, sequence limit ${MAX_LINES + 1}::int)
      select case when bytes <= ${MAX_BYTES}::int then text end as text,
        case when bytes <= ${MAX_BYTES}::int then cold_bytes end as "coldBytes",
        extract(epoch from occurred_at) * 1000 as "occurredAt", source_file_id as "sourceFileId", generation, sequence, ordinal
      from line
      order by source_file_id, generation, sequence`,
  );
  const filled = await fillColdTexts(db, key.workspaceId, rows);
  const lines = filled.flatMap(({ text }) => text ?? []).slice(0, MAX_LINES);
  return { lines, isCut: rows.length > lines.length };
}

function isOwnCall(key: Pick<DelegationKey, "workspaceId" | "sessionId" | "agentId">): SQL {
  return sql`workspace_id = ${key.workspaceId} and session_id in ${sessionFamily(key)} and agent_id = ${key.agentId}`;
}
