import type { HandoffRollout, KnownAgent, RolloutPhase } from "@baton/core/manifest";
import { type Database, getRollout } from "@baton/db";
import {
  type AuditActor,
  insertRolloutChange,
  lockRollout,
  notifyPolicy,
  recordAudit,
  updateManifestPhases,
} from "@baton/db/write";
import { recheckManifests } from "./recheck-manifests";

/** One change of the setting `handoff_rollout`. */
export type RolloutEdit =
  | {
      kind: "phase";
      /** Null: all agents without their own phase. */
      agent: string | null;
      /** Null removes the agent's own phase, so the default phase applies. */
      phase: RolloutPhase | null;
      /** Null removes the agent's own value; unchanged by default. */
      needsApproval?: boolean | null | undefined;
    }
  | { kind: "limits"; limits: Pick<HandoffRollout, "budgets" | "windows"> }
  /** `known` null removes the agent. */
  | { kind: "agent"; agent: string; known: KnownAgent | null }
  /** The whole setting, from a file. */
  | { kind: "import"; rollout: HandoffRollout };

export interface RolloutChange {
  workspaceId: string;
  edit: RolloutEdit;
  reason: string;
  changedBy: AuditActor;
  /** The last change the user saw; null if there was none, undefined to overwrite any. */
  basedOn: number | null | undefined;
}

/**
 * Changes the setting and applies its phases, limits and agents to stored manifests. Clients of the policy API receive
 * it at once.
 *
 * @returns false without a change if the setting changed since `basedOn`.
 */
export async function changeRollout(db: Database, change: RolloutChange): Promise<boolean> {
  const { workspaceId, edit, reason, changedBy, basedOn } = change;
  return db.transaction(async (tx) => {
    await lockRollout(tx, workspaceId);
    const { rollout: before, changeId } = await getRollout(tx, { workspaceId });
    if (basedOn !== undefined && changeId !== basedOn) return false;
    const rollout = edited(before, edit);
    await insertRolloutChange(tx, { workspaceId, rollout, reason, changedBy: changedBy.name });
    await updateManifestPhases(tx, workspaceId, rollout);
    if (edit.kind !== "phase") await recheckManifests(tx, workspaceId, rollout);
    await notifyPolicy(tx, workspaceId);
    await recordAudit(tx, {
      workspaceId,
      actor: changedBy,
      action: "rollout.set",
      subject: subjectOf(edit),
      details: { before: partOf(before, edit), after: partOf(rollout, edit), reason },
    });
    return true;
  });
}

function edited(before: HandoffRollout, edit: RolloutEdit): HandoffRollout {
  switch (edit.kind) {
    case "import":
      return edit.rollout;
    case "limits":
      return { ...before, ...edit.limits };
    case "agent":
      return { ...before, known_agents: withValue(before.known_agents, edit.agent, edit.known) };
    case "phase":
      return withPhase(before, edit);
  }
}

function withPhase(
  before: HandoffRollout,
  { agent, phase, needsApproval }: Extract<RolloutEdit, { kind: "phase" }>,
): HandoffRollout {
  const { approval } = before;
  if (agent === null) {
    return {
      ...before,
      default: phase ?? before.default,
      approval: { ...approval, default: needsApproval ?? approval.default },
    };
  }
  const own =
    needsApproval === undefined ? approval.agents : withValue(approval.agents, agent, needsApproval);
  return {
    ...before,
    agents: withValue(before.agents, agent, phase),
    approval: { ...approval, agents: own },
  };
}

/** Returns a copy with a value of a key; null removes the key. */
function withValue<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
  value: Value | null,
): Record<string, Value> {
  const { [key]: _, ...others } = record;
  return value === null ? others : { ...others, [key]: value };
}

function subjectOf(edit: RolloutEdit): string {
  if (edit.kind === "import") return "all settings of manifests";
  if (edit.kind === "limits") return "limits";
  if (edit.kind === "agent") return `known agent ${edit.agent}`;
  return edit.agent === null ? "all agents" : `agent ${edit.agent}`;
}

/** Returns what an edit is about, for the audit log. */
function partOf(rollout: HandoffRollout, edit: RolloutEdit): unknown {
  const { agents, approval, budgets, windows, known_agents } = rollout;
  if (edit.kind === "import") return rollout;
  if (edit.kind === "limits") return { budgets, windows };
  if (edit.kind === "agent") return known_agents[edit.agent] ?? null;
  const phase = edit.agent === null ? rollout.default : (agents[edit.agent] ?? null);
  if (edit.needsApproval === undefined) return phase;
  const needsApproval = edit.agent === null ? approval.default : (approval.agents[edit.agent] ?? null);
  return { phase, needs_approval: needsApproval };
}
