import { toStorableText } from "@baton/server/storable-text";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import type { LinePlace } from "../source/dropped-lines";
import { containsJsonString } from "../statement/json-string-match";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

const Line = z.object({ sourceFileId: Sum, generation: z.number(), sequence: Sum, lineNumber: Sum });

/**
 * Returns true if the line of an `event` row belongs to an agent: one of its rows names the agent, or the
 * line contains the name as a whole JSON string. Ignores names within prose.
 *
 * @param between time range of the rows; all by default.
 */
export function lineIsOfAgent(workspaceId: string, agent: string, between: SQL = sql`true`): SQL {
  const name = toStorableText(agent);
  const place = sql`source_file_id, generation, sequence`;
  const here = sql`workspace_id = ${workspaceId} and ${between}`;
  return sql`(${containsJsonString(sql`event.text`, agent, "whole")} or (event.source_file_id, event.generation, event.sequence) in (
      select ${place} from handoff where ${here} and ${name} in (from_agent, to_agent)
      union all select ${place} from manifest_handoff where ${here} and ${name} in (from_agent, to_agent)
      union all select ${place} from artifact_read where ${here} and agent = ${name}
      union all select ${place} from memory_read where ${here} and agent = ${name}
      union all select ${place} from memory where ${here} and author = ${name}
      union all select ${place} from compaction where ${here} and agent = ${name}
      union all select ${place} from message_usage where ${here} and agent = ${name}
      union all select ${place} from trace_span where ${here} and agent = ${name}
      union all select ${place} from task_step where ${here} and attempt_id in (
        select attempt_id from task_attempt where workspace_id = ${workspaceId} and ${name} in (from_agent, to_agent))))`;
}

/** Returns lines of a session, at most `limit`. */
export function listLinesOfSession(
  db: Database,
  { workspaceId, sessionId, limit }: { workspaceId: string; sessionId: string; limit: number },
): Promise<LinePlace[]> {
  return selectRows(
    db,
    Line,
    sql`select distinct source_file_id as "sourceFileId", generation, sequence, line_number as "lineNumber" from (
        select * from event where workspace_id = ${workspaceId} and session_id = ${toStorableText(sessionId)}
        order by occurred_at limit ${limit}) found`,
  );
}

/** Returns lines of an agent within a month, at most `limit`. */
export function listLinesOfAgent(
  db: Database,
  { workspaceId, agent, month, limit }: { workspaceId: string; agent: string; month: Date; limit: number },
): Promise<LinePlace[]> {
  const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  const between = sql`occurred_at >= ${month.toISOString()}::timestamptz and occurred_at < ${next.toISOString()}::timestamptz`;
  return selectRows(
    db,
    Line,
    sql`select distinct source_file_id as "sourceFileId", generation, sequence, line_number as "lineNumber" from (
        select * from event where workspace_id = ${workspaceId} and ${between}
          and ${lineIsOfAgent(workspaceId, agent, between)} limit ${limit}) found`,
  );
}

const Bounds = z.object({ first: Milliseconds.nullable(), last: Milliseconds.nullable() });

/** Returns the starts (UTC) of the months in which a workspace has events. */
export async function listMonths(db: Database, workspaceId: string): Promise<Date[]> {
  const [bounds] = await selectRows(
    db,
    Bounds,
    // Each is one step in the primary key; both in one select would read every row.
    sql`select
      (select extract(epoch from min(occurred_at)) * 1000 from event where workspace_id = ${workspaceId}) as first,
      (select extract(epoch from max(occurred_at)) * 1000 from event where workspace_id = ${workspaceId}) as last`,
  );
  const months: Date[] = [];
  const { first = null, last = null } = bounds ?? {};
  if (first === null || last === null) return months;
  let month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), 1));
  while (month <= last) {
    months.push(month);
    month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  }
  return months;
}
