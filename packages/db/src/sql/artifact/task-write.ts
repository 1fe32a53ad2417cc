import { createHash } from "node:crypto";
import type { HandoffFacts, TaskFacts } from "@baton/core/session";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { taskAttempt, taskStep } from "../../schema/index";
import type { ResolvedRecord } from "../line/line-batch";
import { insertRows } from "../statement/insert-rows";
import { isAmong } from "../statement/is-among";
import { selectRows } from "../statement/rows";

type TaskRecord = ResolvedRecord & { facts: TaskFacts };
type TaskRow = typeof taskAttempt.$inferInsert;

/**
 * Adds the steps of task handoffs to their handoffs, like `collectTaskAttempts`: steps of a lifecycle by its
 * ID; otherwise a handoff is its own attempt, and a response belongs to the last handoff of its task in the
 * session.
 *
 * @param records in written order.
 */
export async function upsertTasks(
  db: Database,
  workspaceId: string,
  records: readonly TaskRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const attemptIds = await findAttempts(db, workspaceId, records);
  const rows = new Map<string, TaskRow>();
  const steps = records.map((record, index): typeof taskStep.$inferInsert => {
    const attemptId = attemptIds[index] ?? record.eventId;
    const row = toRow(workspaceId, attemptId, record);
    const known = rows.get(attemptId);
    rows.set(attemptId, known ? merge(known, row) : row);
    return toStep(workspaceId, attemptId, record);
  });
  await insertRows(db, taskStep, steps, sql`on conflict do nothing`);
  await insertRows(
    db,
    taskAttempt,
    [...rows.values()].sort((a, b) => (a.attemptId < b.attemptId ? -1 : 1)),
    sql`on conflict (workspace_id, attempt_id) do update set ${MERGED}`,
  );
}

/** A record that is a handoff. */
type HandoffRecord = ResolvedRecord & { facts: HandoffFacts };

/**
 * Names the agents of tasks and their returns: those of the attempt, which only its first step has. If it is
 * unknown, they stay `unknown`.
 *
 * @param records all of a batch, in written order; before they are stored.
 */
export async function nameTaskAgents<Handoff extends HandoffRecord>(
  db: Database,
  workspaceId: string,
  handoffs: readonly Handoff[],
  records: readonly ResolvedRecord[],
): Promise<Handoff[]> {
  const steps = records.flatMap(({ record, ...resolved }) =>
    record.task === null ? [] : [{ ...resolved, record, facts: record.task }],
  );
  if (handoffs.every(({ record }) => record.task === null)) return [...handoffs];
  const attemptIds = await findAttempts(db, workspaceId, steps);
  const attemptOf = new Map(steps.map(({ eventId }, index) => [eventId, attemptIds[index] ?? eventId]));
  const known = await listAttemptPairs(db, workspaceId, attemptIds);
  steps.forEach(({ facts: { fromAgent, toAgent, handoffTokens } }, index) => {
    const attemptId = attemptIds[index] ?? "";
    const before = known.get(attemptId);
    known.set(attemptId, {
      fromAgent: fromAgent ?? before?.fromAgent ?? null,
      toAgent: toAgent ?? before?.toAgent ?? null,
      handoffTokens: handoffTokens ?? before?.handoffTokens ?? null,
    });
  });
  return handoffs.map((handoff) => {
    const pair = known.get(attemptOf.get(handoff.eventId) ?? "");
    if (handoff.record.task === null || !pair) return handoff;
    const [sender, receiver] = [pair.fromAgent ?? "unknown", pair.toAgent ?? "unknown"];
    const { facts } = handoff;
    if (facts.kind === "return")
      return { ...handoff, facts: { ...facts, fromAgent: receiver, toAgent: sender } };
    const afterTokens = facts.afterTokens ?? pair.handoffTokens;
    const measureAfter = afterTokens === null ? null : ("counted" as const);
    return {
      ...handoff,
      facts: { ...facts, fromAgent: sender, toAgent: receiver, afterTokens, measureAfter },
    };
  });
}

interface AttemptPair {
  fromAgent: string | null;
  toAgent: string | null;
  handoffTokens: number | null;
}

async function listAttemptPairs(
  db: Database,
  workspaceId: string,
  attemptIds: readonly string[],
): Promise<Map<string, AttemptPair>> {
  const rows = await db
    .select({
      attemptId: taskAttempt.attemptId,
      fromAgent: taskAttempt.fromAgent,
      toAgent: taskAttempt.toAgent,
      handoffTokens: taskAttempt.handoffTokens,
    })
    .from(taskAttempt)
    .where(
      and(
        eq(taskAttempt.workspaceId, workspaceId),
        isAmong(taskAttempt.attemptId, attemptIds.map(toStorableText)),
      ),
    );
  return new Map(
    rows.map(({ attemptId, fromAgent, toAgent, handoffTokens }) => [
      fromStorableText(attemptId),
      {
        fromAgent: fromAgent && fromStorableText(fromAgent),
        toAgent: toAgent && fromStorableText(toAgent),
        handoffTokens,
      },
    ]),
  );
}

/** Finds the attempt of each record. */
async function findAttempts(
  db: Database,
  workspaceId: string,
  records: readonly TaskRecord[],
): Promise<string[]> {
  const lastOfTask = await listLastAttempts(db, workspaceId, records);
  return records.map(({ facts: { attemptId, taskId, step }, sessionId, eventId }) => {
    const taskKey = JSON.stringify([sessionId, taskId]);
    const earlier = ANSWER_STEPS.has(step) && taskId !== null ? lastOfTask.get(taskKey) : undefined;
    const found = attemptId === null ? (earlier ?? eventId) : hashKey([sessionId, attemptId]);
    if (taskId !== null) lastOfTask.set(taskKey, found);
    return found;
  });
}

const ANSWER_STEPS: ReadonlySet<string> = new Set(["respond", "validate_response", "update_hub"]);

function hashKey(parts: readonly (string | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

const LastAttempt = z.object({
  sessionId: z.string().nullable(),
  taskId: z.string(),
  attemptId: z.string(),
});

/** Lists the last stored attempt of each session and task, for responses that name no attempt. */
async function listLastAttempts(db: Database, workspaceId: string, records: readonly TaskRecord[]) {
  const wanted = new Set(
    records.flatMap(({ facts: { attemptId, taskId, step } }) =>
      attemptId === null && taskId !== null && ANSWER_STEPS.has(step) ? [taskId] : [],
    ),
  );
  if (wanted.size === 0) return new Map<string, string>();
  const rows = await selectRows(
    db,
    LastAttempt,
    sql`select distinct on (session_id, task_id)
        session_id as "sessionId", task_id as "taskId", attempt_id as "attemptId"
      from task_attempt
      where workspace_id = ${workspaceId}
        and task_id = any (array(select json_array_elements_text(${JSON.stringify([...wanted])}::text::json)))
      order by session_id, task_id, last_event_at desc, last_sequence desc`,
  );
  return new Map(
    rows.map(({ sessionId, taskId, attemptId }) => [JSON.stringify([sessionId, taskId]), attemptId]),
  );
}

function toRow(workspaceId: string, attemptId: string, { facts, record, ...resolved }: TaskRecord): TaskRow {
  const { sessionId, occurredAt, sequence } = resolved;
  const { step, findings, isAccepted, deadlineAt, addedInterfaces, conflictingInterfaces, ...listed } = facts;
  const isAnswer = ANSWER_STEPS.has(step);
  return {
    ...listed,
    workspaceId,
    attemptId,
    sessionId,
    workflowId: record.workflowId,
    isSent: step === "send",
    deadlineAt: deadlineAt === null ? null : new Date(deadlineAt),
    isAccepted: isAnswer ? null : isAccepted,
    findings: isAnswer ? null : findings,
    isAnswerAccepted: isAnswer ? isAccepted : null,
    answerFindings: isAnswer ? findings : null,
    occurredAt,
    lastEventAt: occurredAt,
    lastSequence: sequence,
  };
}

/** Later values replace earlier ones; missing values change nothing. */
function merge(known: TaskRow, later: TaskRow): TaskRow {
  const said = Object.entries(later).filter(([, value]) => value !== null);
  return {
    ...known,
    ...Object.fromEntries(said),
    taskId: known.taskId ?? later.taskId ?? null,
    isSent: known.isSent || later.isSent,
    occurredAt: later.occurredAt < known.occurredAt ? later.occurredAt : known.occurredAt,
  };
}

/** Merges like `merge`, for stored rows. */
const MERGED = sql`
  task_id = coalesce(task_attempt.task_id, excluded.task_id),
  session_id = coalesce(task_attempt.session_id, excluded.session_id),
  is_sent = task_attempt.is_sent or excluded.is_sent,
  occurred_at = least(task_attempt.occurred_at, excluded.occurred_at),
  last_event_at = greatest(task_attempt.last_event_at, excluded.last_event_at),
  last_sequence = case when excluded.last_event_at >= task_attempt.last_event_at
    then excluded.last_sequence else task_attempt.last_sequence end,
  ${sql.join(
    [
      "workflow_id",
      "from_agent",
      "to_agent",
      "task_name",
      "priority",
      "deadline",
      "deadline_at",
      "token_budget",
      "handoff_tokens",
      "compression",
      "is_accepted",
      "findings",
      "estimated_tokens",
      "status",
      "actual_tokens",
      "execution_ms",
      "is_answer_accepted",
      "answer_findings",
      "handoff_text",
      "response_text",
    ].map((name) => {
      const column = sql.identifier(name);
      return sql`${column} = coalesce(excluded.${column}, task_attempt.${column})`;
    }),
    sql`, `,
  )}`;

function toStep(workspaceId: string, attemptId: string, { facts, record, ...resolved }: TaskRecord) {
  const { step, isAccepted, findings, estimatedTokens, addedInterfaces, conflictingInterfaces } = facts;
  return {
    workspaceId,
    ...resolved,
    attemptId,
    step,
    isAccepted,
    findings,
    estimatedTokens,
    addedInterfaces,
    conflictingInterfaces,
  };
}
