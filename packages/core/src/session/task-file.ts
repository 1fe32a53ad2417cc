import { z } from "zod";
import { AgentId } from "./agent-id";
import { type RecordsResult, refuseShape } from "./read-records";
import { handoffFacts, type SessionRecord, sessionRecord } from "./session-record";
import { shortenTitle } from "./session-title";

const FAILED_STATUSES = new Set(["error", "failed"]);

const text = z.string().min(1).nullish().catch(null);
const agent = AgentId.nullish().catch(null);

/** The next agent is in the result, or next to it. */
const Next = { next_agent: agent, completed_at: text };

const TaskFile = z.looseObject({
  id: z.string().min(1),
  agent: AgentId,
  title: text,
  status: text,
  created_at: text,
  started_at: text,
  ...Next,
  result: z.looseObject(Next).nullish().catch(null),
});

/**
 * Converts a task in a queue of files, one per agent, to records: the task, and a handoff to the next agent
 * if its result names one. An agent's own `token_count` is an estimate, not a provider's count, so it is not
 * used as size.
 *
 * @param json the parsed file.
 * @returns the records, or the invalid fields (`schema_error`).
 */
export function readTaskFile(json: unknown): RecordsResult {
  const parsed = TaskFile.safeParse(json);
  if (!parsed.success) return refuseShape(parsed.error, json);
  const task = parsed.data;
  const completed = task.result?.completed_at ?? task.completed_at ?? null;
  const origin = { sessionId: task.id };
  const record = sessionRecord({
    ...origin,
    eventType: "task_file",
    identity: `task:${task.id}`,
    timestamp: task.started_at ?? task.created_at ?? completed,
    title: shortenTitle(task.title),
    isError: FAILED_STATUSES.has(task.status ?? ""),
  });
  const next = task.result?.next_agent ?? task.next_agent ?? null;
  const handoff: SessionRecord[] =
    next === null
      ? []
      : [
          sessionRecord({
            ...origin,
            eventType: "task_file.next_agent",
            identity: `task:${task.id}:next`,
            timestamp: completed,
            handoff: handoffFacts({ kind: "delegation", fromAgent: task.agent, toAgent: next }),
          }),
        ];
  return { ok: true, records: [record, ...handoff] };
}
