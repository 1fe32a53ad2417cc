import type { Database } from "@baton/db";
import { type AuditActor, recordAudit, updateHidesFewPeople } from "@baton/db/write";

/** Sets whether usage names people only if there are at least five. Does nothing if that is set already. */
export async function hidePeople(
  tx: Database,
  { workspaceId, hidesFewPeople, actor }: { workspaceId: string; hidesFewPeople: boolean; actor: AuditActor },
): Promise<void> {
  if (!(await updateHidesFewPeople(tx, { workspaceId, hidesFewPeople }))) return;
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "workspace.set",
    subject: "names of people",
    details: { before: { hidesFewPeople: !hidesFewPeople }, after: { hidesFewPeople } },
  });
}
