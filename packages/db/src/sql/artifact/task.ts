import {
  TASK_LIMITS,
  TASK_PRIORITIES,
  type TaskMetrics,
  type TaskPriority,
  type TaskStatus,
} from "@baton/core/task";
import { and, desc, eq, gt, gte, ilike, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { taskAttempt } from "../../schema/index";
import { escapeLike } from "../statement/escape-like";
import { NameFacet, nameFacet } from "../statement/name-facet";
import { Sum, selectRows } from "../statement/rows";

/** Sort orders of task handoffs: newest, largest, soonest due or most urgent first. */
export const TASK_SORTS = ["recent", "size", "deadline", "priority"] as const;
export type TaskSort = (typeof TASK_SORTS)[number];

/** Start of the next page: sort value and ID of the last row. */
interface TaskCursor {
  value: number;
  attemptId: string;
}

export interface TaskFilter {
  /** Time range in which the handoffs began, without its end. */
  start?: Date | undefined;
  end?: Date | undefined;
  sessionId?: string | undefined;
  /** The sender or receiver. */
  agent?: string | undefined;
  /** Status of the response; `unanswered` without one. */
  status?: TaskStatus | "unanswered" | undefined;
  /** Result of the validation, according to the events of the handoff. */
  verdict?: "accepted" | "rejected" | undefined;
  /** Above the target of 500 tokens. */
  isOverTarget?: boolean | undefined;
  /** Tasks that were sent more than once. */
  isReworked?: boolean | undefined;
  priority?: TaskPriority | undefined;
  /** Filters by a finding code, of the handoff or its response. */
  finding?: string | undefined;
  /** Part of the task's name or ID. */
  search?: string | undefined;
}

const NO_DEADLINE = -8.64e15;

/** More is first. A handoff that lacks the value comes last. */
const SORT_VALUES: Readonly<Record<TaskSort, SQL<number>>> = {
  recent: sql<number>`extract(epoch from ${taskAttempt.occurredAt}) * 1000`.mapWith(Number),
  size: sql<number>`coalesce(${taskAttempt.handoffTokens}, -1)`.mapWith(Number),
  deadline:
    sql<number>`coalesce(-extract(epoch from ${taskAttempt.deadlineAt}) * 1000, ${NO_DEADLINE}::numeric)`.mapWith(
      Number,
    ),
  priority:
    sql<number>`coalesce(array_position(${sql.param([...TASK_PRIORITIES])}::text[], ${taskAttempt.priority}), 0)`.mapWith(
      Number,
    ),
};

/**
 * Counts how often the task was sent before. Full column names, because the inner table has the same ones.
 */
const earlierCount = sql<number>`(
  select count(*) from task_attempt earlier
  where earlier.workspace_id = task_attempt.workspace_id and earlier.task_id = task_attempt.task_id and earlier.is_sent
    and (earlier.occurred_at, earlier.attempt_id) < (task_attempt.occurred_at, task_attempt.attempt_id))`.mapWith(
  Number,
);

/** Returns the number of findings that are errors, or that are not; null if the handoff was not validated. */
function countFindings(compared: "==" | "!="): SQL<number | null> {
  const path = sql.raw(`'$[*] ? (@.severity ${compared} "error")'`);
  return sql<number | null>`jsonb_array_length(jsonb_path_query_array(${taskAttempt.findings}, ${path}))`;
}

/** Columns of a task handoff in a list. Findings are only counted, because a row can have any number. */
export const LISTED_TASK = {
  attemptId: taskAttempt.attemptId,
  sessionId: taskAttempt.sessionId,
  workflowId: taskAttempt.workflowId,
  taskId: taskAttempt.taskId,
  fromAgent: taskAttempt.fromAgent,
  toAgent: taskAttempt.toAgent,
  taskName: taskAttempt.taskName,
  priority: taskAttempt.priority,
  deadline: taskAttempt.deadline,
  deadlineAt: taskAttempt.deadlineAt,
  tokenBudget: taskAttempt.tokenBudget,
  handoffTokens: taskAttempt.handoffTokens,
  compression: taskAttempt.compression,
  isAccepted: taskAttempt.isAccepted,
  errorCount: countFindings("=="),
  warningCount: countFindings("!="),
  isSent: taskAttempt.isSent,
  estimatedTokens: taskAttempt.estimatedTokens,
  status: taskAttempt.status,
  actualTokens: taskAttempt.actualTokens,
  executionMilliseconds: taskAttempt.executionMilliseconds,
  isAnswerAccepted: taskAttempt.isAnswerAccepted,
  occurredAt: taskAttempt.occurredAt,
  lastEventAt: taskAttempt.lastEventAt,
  earlierCount,
};

/** Returns a page of task handoffs without their documents. Sizes are tokens; null means not recorded. */
export async function listTasks(
  db: Database,
  query: {
    workspaceId: string;
    filter?: TaskFilter;
    sort?: TaskSort;
    cursor?: TaskCursor | undefined;
    limit: number;
  },
) {
  const { workspaceId, filter = {}, sort = "recent", cursor, limit } = query;
  const value = SORT_VALUES[sort];
  const rows = await db
    .select({ ...LISTED_TASK, sortValue: value })
    .from(taskAttempt)
    .where(and(matches(workspaceId, filter), cursor && isAfter(sort, cursor)))
    .orderBy(sort === "recent" ? desc(taskAttempt.occurredAt) : desc(value), desc(taskAttempt.attemptId))
    .limit(limit + 1);
  const tasks = rows.slice(0, limit).map(({ sortValue, ...task }) => task);
  const last = rows[limit - 1];
  const nextCursor: TaskCursor | null =
    last && rows.length > limit ? { value: last.sortValue, attemptId: last.attemptId } : null;
  return { tasks, nextCursor };
}

function isAfter(sort: TaskSort, { value, attemptId }: TaskCursor): SQL {
  return sort === "recent"
    ? sql`(${taskAttempt.occurredAt}, ${taskAttempt.attemptId}) < (${new Date(value).toISOString()}::timestamptz, ${attemptId})`
    : sql`(${SORT_VALUES[sort]}, ${taskAttempt.attemptId}) < (${value}::numeric, ${attemptId})`;
}

function matches(workspaceId: string, filter: TaskFilter): SQL | undefined {
  const { start, end, sessionId, agent, status, verdict, isOverTarget, isReworked, priority } = filter;
  return and(
    eq(taskAttempt.workspaceId, workspaceId),
    start && gte(taskAttempt.occurredAt, start),
    end && lt(taskAttempt.occurredAt, end),
    sessionId === undefined ? undefined : eq(taskAttempt.sessionId, sessionId),
    agent === undefined ? undefined : or(eq(taskAttempt.fromAgent, agent), eq(taskAttempt.toAgent, agent)),
    status && (status === "unanswered" ? isNull(taskAttempt.status) : eq(taskAttempt.status, status)),
    verdict && eq(taskAttempt.isAccepted, verdict === "accepted"),
    isOverTarget ? gt(taskAttempt.handoffTokens, TASK_LIMITS.targetTokens) : undefined,
    isReworked ? wasReworked : undefined,
    priority && eq(taskAttempt.priority, priority),
    hasFinding(filter.finding),
    contains(filter.search),
  );
}

const wasReworked = sql`(
  select count(*) from task_attempt other
  where other.workspace_id = task_attempt.workspace_id and other.task_id = task_attempt.task_id and other.is_sent) > 1`;

function hasFinding(code: string | undefined): SQL | undefined {
  if (code === undefined) return undefined;
  const wanted = sql`${JSON.stringify([{ code }])}::text::jsonb`;
  return sql`(${taskAttempt.findings} @> ${wanted} or ${taskAttempt.answerFindings} @> ${wanted})`;
}

function contains(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const pattern = `%${escapeLike(search)}%`;
  return or(ilike(taskAttempt.taskName, pattern), ilike(taskAttempt.taskId, pattern));
}

const MetricTotals = z.object({
  handoffs: Sum,
  sized: Sum,
  sizeSum: Sum,
  largest: Sum.nullable(),
  overTarget: Sum,
  interfacesBefore: Sum,
  interfacesAfter: Sum,
  checked: Sum,
  rejected: Sum,
  estimated: Sum,
  actual: Sum,
  sentTasks: Sum,
  reworkedTasks: Sum,
});

/** Returns the metrics of `measureTasks` for filtered task handoffs, calculated in the database. */
export async function getTaskMetrics(
  db: Database,
  { workspaceId, filter = {} }: { workspaceId: string; filter?: TaskFilter },
): Promise<TaskMetrics> {
  const isBothKnown = sql`estimated_tokens is not null and actual_tokens is not null`;
  const interfaces = (side: "before" | "after") =>
    sql`coalesce(sum((compression -> 'interfaces' ->> ${side}::text)::numeric), 0)`;
  const rows = await selectRows(
    db,
    MetricTotals,
    sql`with chosen as (select * from task_attempt where ${matches(workspaceId, filter)}),
      sent as (select count(*) as times from chosen where is_sent and task_id is not null group by task_id)
      select count(*) as handoffs, count(handoff_tokens) as sized, coalesce(sum(handoff_tokens), 0) as "sizeSum",
        max(handoff_tokens) as largest,
        count(*) filter (where handoff_tokens > ${TASK_LIMITS.targetTokens}) as "overTarget",
        ${interfaces("before")} as "interfacesBefore", ${interfaces("after")} as "interfacesAfter",
        count(is_accepted) as checked, count(*) filter (where not is_accepted) as rejected,
        coalesce(sum(estimated_tokens) filter (where ${isBothKnown}), 0) as estimated,
        coalesce(sum(actual_tokens) filter (where ${isBothKnown}), 0) as actual,
        (select count(*) from sent) as "sentTasks",
        (select count(*) from sent where times > 1) as "reworkedTasks"
      from chosen`,
  );
  const [sums] = rows;
  if (!sums) throw new Error("an aggregate gives one row");
  return {
    handoffs: sums.handoffs,
    meanTokens: divide(sums.sizeSum, sums.sized),
    largestTokens: sums.largest,
    overTarget: { part: sums.overTarget, whole: sums.sized },
    compressionRatio: divide(sums.interfacesBefore, sums.interfacesAfter),
    rejected: { part: sums.rejected, whole: sums.checked },
    usedToEstimated: divide(sums.actual, sums.estimated),
    reworked: { part: sums.reworkedTasks, whole: sums.sentTasks },
  };
}

function divide(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

const Facets = z.object({ agents: NameFacet, codes: NameFacet });

/** Returns filter values for the task handoffs of a workspace: agents and finding codes. */
export async function getTaskFacets(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<z.output<typeof Facets>> {
  const [facets] = await selectRows(
    db,
    Facets,
    sql`with chosen as (select * from task_attempt where workspace_id = ${workspaceId})
      select ${nameFacet(sql`select name from chosen, lateral (values (from_agent), (to_agent)) ends (name)`)} as agents,
        ${nameFacet(sql`select finding ->> 'code' as name from chosen,
          lateral jsonb_array_elements(coalesce(findings, '[]') || coalesce(answer_findings, '[]')) finding`)} as codes`,
  );
  if (!facets) throw new Error("a select without from gives one row");
  return facets;
}
