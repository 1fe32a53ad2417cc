import type { ArtifactReadFacts, WorkflowFacts } from "@baton/core/session";
import { sql } from "drizzle-orm";
import type { Database } from "../../client";
import { artifactRead, manifestHandoff, workflow } from "../../schema/index";
import type { ResolvedRecord } from "../line/line-batch";
import { insertRows } from "../statement/insert-rows";

type WorkflowRecord = ResolvedRecord & { facts: WorkflowFacts };

/** Stores the start and end of workflows, and the manifests passed between agents. */
export async function upsertWorkflows(
  db: Database,
  workspaceId: string,
  records: readonly WorkflowRecord[],
): Promise<void> {
  await insertManifestHandoffs(db, workspaceId, records);
  const rows = new Map<string, typeof workflow.$inferInsert>();
  for (const { facts, record, occurredAt, sessionId } of records) {
    const { workflowId } = record;
    if (workflowId === null || facts.kind === "handoff") continue;
    const known = rows.get(workflowId) ?? { ...UNTOLD, workspaceId, workflowId, sessionId };
    rows.set(workflowId, { ...known, ...withoutKind(facts, occurredAt) });
  }
  if (rows.size === 0) return;
  await insertRows(
    db,
    workflow,
    [...rows.values()].sort((a, b) => (a.workflowId < b.workflowId ? -1 : 1)),
    sql`on conflict (workspace_id, workflow_id) do update set
        session_id = coalesce(excluded.session_id, workflow.session_id),
        project_name = coalesce(excluded.project_name, workflow.project_name),
        agent_plan = coalesce(excluded.agent_plan, workflow.agent_plan),
        started_at = coalesce(excluded.started_at, workflow.started_at),
        completed_at = coalesce(excluded.completed_at, workflow.completed_at),
        duration_seconds = coalesce(excluded.duration_seconds, workflow.duration_seconds),
        is_success = coalesce(excluded.is_success, workflow.is_success),
        agents_executed = coalesce(excluded.agents_executed, workflow.agents_executed),
        total_handoff_tokens = coalesce(excluded.total_handoff_tokens, workflow.total_handoff_tokens),
        compression_ratio = coalesce(excluded.compression_ratio, workflow.compression_ratio)`,
  );
}

const UNTOLD = {
  projectName: null,
  agentPlan: null,
  startedAt: null,
  completedAt: null,
  durationSeconds: null,
  isSuccess: null,
  agentsExecuted: null,
  totalHandoffTokens: null,
  compressionRatio: null,
};

function withoutKind(facts: Exclude<WorkflowFacts, { kind: "handoff" }>, occurredAt: Date) {
  const { kind, ...listed } = facts;
  return kind === "start" ? { ...listed, startedAt: occurredAt } : { ...listed, completedAt: occurredAt };
}

async function insertManifestHandoffs(
  db: Database,
  workspaceId: string,
  records: readonly WorkflowRecord[],
): Promise<void> {
  const rows = records.flatMap(({ facts, record, ...resolved }) => {
    if (facts.kind !== "handoff") return [];
    const { kind, ...listed } = facts;
    return [{ workspaceId, workflowId: record.workflowId, ...resolved, ...listed }];
  });
  if (rows.length > 0) await insertRows(db, manifestHandoff, rows, sql`on conflict do nothing`);
}

/** Stores which files of handoffs were read, and why. */
export async function insertArtifactReads(
  db: Database,
  workspaceId: string,
  records: readonly (ResolvedRecord & { facts: ArtifactReadFacts })[],
): Promise<void> {
  const rows = records.map(({ facts, record, ...resolved }) => ({
    workspaceId,
    workflowId: record.workflowId,
    ...resolved,
    ...facts,
  }));
  if (rows.length > 0) await insertRows(db, artifactRead, rows, sql`on conflict do nothing`);
}
