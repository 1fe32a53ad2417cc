import type { Database } from "@baton/db";
import { type AuditActor, deleteAlert, lockAlert } from "@baton/db/write";
import { recordAlert } from "./record-alert";

/** Removes an alert with its history. @returns false if it does not exist. */
export async function removeAlert(
  tx: Database,
  { actor, ...place }: { workspaceId: string; alertId: number; actor: AuditActor },
): Promise<boolean> {
  const before = await lockAlert(tx, place);
  if (!before) return false;
  await deleteAlert(tx, place);
  const { workspaceId } = place;
  await recordAlert(tx, { workspaceId, actor, name: before.name }, { before, after: null });
  return true;
}
