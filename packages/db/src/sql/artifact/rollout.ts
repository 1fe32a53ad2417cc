import { HandoffRollout, type RolloutPhase } from "@baton/core/manifest";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { notifyPolicy } from "../../pg-notify";
import { manifest, rolloutChange, workspace } from "../../schema/index";
import { type AuditActor, recordAudit } from "../audit/audit-write";

/** The current setting `handoff_rollout` and its last change; null before the first change. */
export interface CurrentRollout {
  rollout: HandoffRollout;
  changeId: number | null;
}

export async function getRollout(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<CurrentRollout> {
  const [last] = await listRolloutChanges(db, { workspaceId, limit: 1 });
  return { rollout: HandoffRollout.parse(last?.rollout ?? {}), changeId: last?.changeId ?? null };
}

/** Lists the changes of the setting with their results, newest first. */
export async function listRolloutChanges(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit: number },
) {
  return db
    .select()
    .from(rolloutChange)
    .where(eq(rolloutChange.workspaceId, workspaceId))
    .orderBy(desc(rolloutChange.changeId))
    .limit(limit);
}

export interface PhaseChange {
  workspaceId: string;
  /** Null: all agents without their own phase. */
  agent: string | null;
  /** Null takes an agent's own phase away, so that the one for all holds. */
  phase: RolloutPhase | null;
  reason: string;
  changedBy: AuditActor;
  /** The last change the user saw; null if there was none. */
  basedOn: number | null;
}

/**
 * Changes a phase and applies it to all manifests.
 *
 * @returns false without a change if the setting changed since `basedOn`.
 */
export async function changePhase(db: Database, change: PhaseChange): Promise<boolean> {
  const { workspaceId, agent, phase, reason, changedBy, basedOn } = change;
  return db.transaction(async (tx) => {
    // A concurrent change waits here and then sees the first one.
    await tx
      .select({ one: sql`1` })
      .from(workspace)
      .where(eq(workspace.workspaceId, workspaceId))
      .for("update");
    const current = await getRollout(tx, { workspaceId });
    if (current.changeId !== basedOn) return false;
    const rollout = withPhase(current.rollout, agent, phase);
    await tx.insert(rolloutChange).values({ workspaceId, rollout, reason, changedBy: changedBy.name });
    await applyRollout(tx, workspaceId, rollout);
    await notifyPolicy(tx, workspaceId);
    await recordAudit(tx, {
      workspaceId,
      actor: changedBy,
      action: "rollout.set",
      subject: agent === null ? "all agents" : `agent ${agent}`,
      details: { before: phaseIn(current.rollout, agent), after: phase, reason },
    });
    return true;
  });
}

/** Returns the phase that a change is about; null if the agent has none. */
function phaseIn({ default: all, agents }: HandoffRollout, agent: string | null): RolloutPhase | null {
  return agent === null ? all : (agents[agent] ?? null);
}

function withPhase(
  rollout: HandoffRollout,
  agent: string | null,
  phase: RolloutPhase | null,
): HandoffRollout {
  if (agent === null) return { ...rollout, default: phase ?? rollout.default };
  const { [agent]: _, ...others } = rollout.agents;
  return { ...rollout, agents: phase === null ? others : { ...others, [agent]: phase } };
}

/** Each manifest has the phase of its agent, and passes unless that is `enforce` and there are errors. */
async function applyRollout(db: Database, workspaceId: string, rollout: HandoffRollout): Promise<void> {
  const phase = sql`coalesce(${JSON.stringify(rollout.agents)}::jsonb ->> ${manifest.fromAgent}, ${rollout.default})`;
  await db
    .update(manifest)
    .set({ phase, hasPassed: sql`${manifest.errorCount} = 0 or ${phase} <> 'enforce'` })
    .where(and(eq(manifest.workspaceId, workspaceId), sql`${manifest.phase} <> ${phase}`));
}
