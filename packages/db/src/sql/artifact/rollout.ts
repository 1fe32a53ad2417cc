import { HandoffRollout } from "@baton/core/manifest";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { manifest, rolloutChange, workspace } from "../../schema/index";

/** The current setting `handoff_rollout` and its last change; null before the first change. */
interface CurrentRollout {
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

/** Gives each manifest the phase of its agent. It passes unless that is `enforce` and it has errors. */
export async function updateManifestPhases(
  db: Database,
  workspaceId: string,
  rollout: HandoffRollout,
): Promise<void> {
  const phase = sql`coalesce(${JSON.stringify(rollout.agents)}::jsonb ->> ${manifest.fromAgent}, ${rollout.default})`;
  await db
    .update(manifest)
    .set({ phase, hasPassed: sql`${manifest.errorCount} = 0 or ${phase} <> 'enforce'` })
    .where(and(eq(manifest.workspaceId, workspaceId), sql`${manifest.phase} <> ${phase}`));
}

/** Serializes changes of the setting in a workspace until the transaction ends. */
export async function lockRollout(tx: Database, workspaceId: string): Promise<void> {
  await tx
    .select({ one: sql`1` })
    .from(workspace)
    .where(eq(workspace.workspaceId, workspaceId))
    .for("update");
}

/** Inserts a change of the setting, which is valid from then on. */
export async function insertRolloutChange(
  tx: Database,
  row: { workspaceId: string; rollout: HandoffRollout; reason: string; changedBy: string },
): Promise<void> {
  await tx.insert(rolloutChange).values(row);
}
