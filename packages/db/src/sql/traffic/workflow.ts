import { and, asc, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { artifactRead, manifestHandoff, workflow } from "../../schema/index";
import { escapeLike } from "../statement/escape-like";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

const MAX_LISTED = 200;

/** Returns the data of a workflow's events; null without an event that started or completed it. */
export async function getWorkflow(
  db: Database,
  { workspaceId, workflowId }: { workspaceId: string; workflowId: string },
) {
  const rows = await db
    .select()
    .from(workflow)
    .where(and(eq(workflow.workspaceId, workspaceId), eq(workflow.workflowId, workflowId)));
  return rows[0] ?? null;
}

/** Lists the first 200 manifest handoffs of a workflow by time. */
export async function listWorkflowManifests(
  db: Database,
  { workspaceId, workflowId }: { workspaceId: string; workflowId: string },
) {
  return db
    .select({
      eventId: manifestHandoff.eventId,
      sessionId: manifestHandoff.sessionId,
      occurredAt: manifestHandoff.occurredAt,
      fromAgent: manifestHandoff.fromAgent,
      toAgent: manifestHandoff.toAgent,
      artifacts: manifestHandoff.artifacts,
      manifestTokens: manifestHandoff.manifestTokens,
      requiredTokens: manifestHandoff.requiredTokens,
    })
    .from(manifestHandoff)
    .where(and(eq(manifestHandoff.workspaceId, workspaceId), eq(manifestHandoff.workflowId, workflowId)))
    .orderBy(asc(manifestHandoff.occurredAt), asc(manifestHandoff.sequence))
    .limit(MAX_LISTED);
}

/** Lists the agents that read handed-over files in a workflow, with files, reads and tokens; most tokens first. */
export async function listWorkflowReads(
  db: Database,
  { workspaceId, workflowId }: { workspaceId: string; workflowId: string },
) {
  const tokens = sql<number>`sum(${artifactRead.tokens})::float8`;
  return db
    .select({ agent: artifactRead.agent, reads: sql<number>`count(*)::int`, tokens })
    .from(artifactRead)
    .where(and(eq(artifactRead.workspaceId, workspaceId), eq(artifactRead.workflowId, workflowId)))
    .groupBy(artifactRead.agent)
    .orderBy(desc(tokens))
    .limit(MAX_LISTED);
}

const ListedWorkflow = z.object({
  workflowId: z.string(),
  projectName: z.string().nullable(),
  at: Milliseconds,
  durationSeconds: z.number().nullable(),
  isSuccess: z.boolean().nullable(),
  plannedCount: z.number().nullable(),
  executedCount: z.number().nullable(),
  totalHandoffTokens: Sum.nullable(),
  compressionRatio: z.number().nullable(),
});
type ListedWorkflow = z.infer<typeof ListedWorkflow>;

/**
 * Lists workflows, newest first; at most `limit`: those with a start or end event, and those named by sessions.
 *
 * @param search keeps those with these letters in their ID or project, in any case.
 */
export async function searchWorkflows(
  db: Database,
  { workspaceId, search, limit }: { workspaceId: string; search?: string | undefined; limit: number },
): Promise<ListedWorkflow[]> {
  const pattern = `%${escapeLike(search ?? "")}%`;
  return selectRows(
    db,
    ListedWorkflow,
    sql`with told as (
        select workflow_id, coalesce(completed_at, started_at) as at from workflow
        where workspace_id = ${workspaceId} and (workflow_id ilike ${pattern} or project_name ilike ${pattern})
        order by 2 desc nulls last limit ${limit}::int),
      named as (
        select workflow_id, last_event_at as at from session
        where workspace_id = ${workspaceId} and workflow_id is not null and workflow_id ilike ${pattern}
        order by last_event_at desc limit ${limit}::int),
      found as (select workflow_id, max(at) as at from (select * from told union all select * from named) each group by 1)
      select found.workflow_id as "workflowId", project_name as "projectName", extract(epoch from coalesce(at, now())) * 1000 as at,
        duration_seconds as "durationSeconds", is_success as "isSuccess", jsonb_array_length(agent_plan) as "plannedCount",
        jsonb_array_length(agents_executed) as "executedCount", total_handoff_tokens as "totalHandoffTokens",
        compression_ratio as "compressionRatio"
      from found left join workflow on workflow.workspace_id = ${workspaceId} and workflow.workflow_id = found.workflow_id
      order by at desc nulls last, found.workflow_id limit ${limit}::int`,
  );
}
