import { TASK_PRIORITIES } from "@baton/core/task";
import {
  type Database,
  getTask,
  getTaskFacets,
  getTaskMetrics,
  listSessionReturns,
  listTasks,
  TASK_SORTS,
  type TaskFilter,
} from "@baton/db";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { resolveRange } from "@/search/resolve-range";
import { describeReturns } from "../describe-returns";
import { describeTask } from "../describe-task";
import { Range, SortValue, TimeZone } from "../inputs";
import { largeProcedure, operationProcedure } from "../trpc";

const PAGE_SIZE = 50;

const Filter = z.object({
  session: z.string().optional(),
  agent: z.string().optional(),
  status: z.enum(["success", "error", "blocked", "unanswered"]).optional(),
  verdict: z.enum(["accepted", "rejected"]).optional(),
  priority: z.enum(TASK_PRIORITIES).optional(),
  finding: z.string().max(100).optional(),
  over: z.boolean().optional(),
  reworked: z.boolean().optional(),
  search: z.string().max(200).optional(),
  range: Range.optional(),
  tz: TimeZone.default("UTC"),
});

function filterProcedure(operation: "tasks.list" | "tasks.metrics") {
  return operationProcedure(operation).input(Filter);
}

export const tasksRouter = {
  /** Returns a page of task handoffs without their documents. */
  list: filterProcedure("tasks.list")
    .input(
      z.object({
        sort: z.enum(TASK_SORTS).default("recent"),
        cursor: z.object({ value: SortValue, attemptId: z.string() }).nullish(),
      }),
    )
    .query(({ ctx, input }) =>
      listTasks(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        filter: toFilter(input),
        sort: input.sort,
        cursor: input.cursor ?? undefined,
        limit: PAGE_SIZE,
      }),
    ),

  /** Returns the metrics of the task handoffs that match a filter. */
  metrics: filterProcedure("tasks.metrics").query(({ ctx, input }) =>
    getTaskMetrics(ctx.db, { workspaceId: ctx.workspace.workspaceId, filter: toFilter(input) }),
  ),

  /** Returns the filter values of the list. */
  facets: operationProcedure("tasks.facets").query(({ ctx }) =>
    getTaskFacets(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Returns one task handoff: its document, findings, steps and response. */
  get: largeProcedure("tasks.get")
    .input(z.object({ task: z.string() }))
    .query(async ({ ctx, input }) => {
      const found = await getTask(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        attemptId: input.task,
      });
      if (!found) throw new TRPCError({ code: "NOT_FOUND", message: "Task handoff not found." });
      const { attempt, steps, otherAttempts } = found;
      const { handoffText, responseText, findings, answerFindings, ...shown } = attempt;
      const results = await listResults(ctx.db, attempt);
      return { attempt: shown, steps, otherAttempts, results, ...describeTask(attempt) };
    }),
} satisfies TRPCRouterRecord;

/** Lists how the agent of a task ended in its session since it got the task: the results that it wrote. */
async function listResults(
  db: Database,
  attempt: { workspaceId: string; sessionId: string | null; toAgent: string | null; occurredAt: Date },
) {
  const { workspaceId, sessionId, toAgent, occurredAt } = attempt;
  if (sessionId === null || toAgent === null) return [];
  const returns = await listSessionReturns(db, { workspaceId, sessionId });
  const results = await describeReturns(db, workspaceId, returns);
  return results.filter(({ agent, occurredAt: at }) => agent === toAgent && at >= occurredAt);
}

function toFilter({ session, over, reworked, ...filter }: z.output<typeof Filter>): TaskFilter {
  const { agent, status, verdict, priority, finding, search, range, tz } = filter;
  const period = range ? resolveRange(range, tz, Date.now()) : undefined;
  return {
    start: period?.start,
    end: period?.end,
    agent,
    status,
    verdict,
    priority,
    finding,
    search,
    sessionId: session,
    isOverTarget: over,
    isReworked: reworked,
  };
}
