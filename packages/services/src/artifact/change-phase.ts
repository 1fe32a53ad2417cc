import type { HandoffRollout, RolloutPhase } from "@baton/core/manifest";
import { type Database, getRollout } from "@baton/db";
import {
  type AuditActor,
  insertRolloutChange,
  lockRollout,
  notifyPolicy,
  recordAudit,
  updateManifestPhases,
} from "@baton/db/write";

export interface PhaseChange {
  workspaceId: string;
  /** Null: all agents without their own phase. */
  agent: string | null;
  /** Null removes the agent's own phase, so the default phase applies. */
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
    await lockRollout(tx, workspaceId);
    const current = await getRollout(tx, { workspaceId });
    if (current.changeId !== basedOn) return false;
    const rollout = withPhase(current.rollout, agent, phase);
    await insertRolloutChange(tx, { workspaceId, rollout, reason, changedBy: changedBy.name });
    await updateManifestPhases(tx, workspaceId, rollout);
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
