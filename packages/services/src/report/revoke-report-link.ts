import type { Database } from "@baton/db";
import { type AuditActor, deleteReportLink, recordAudit } from "@baton/db/write";

/** Ends a link to a report, with an audit entry. @returns false if it does not exist. */
export async function revokeReportLink(
  tx: Database,
  { workspaceId, linkId, actor }: { workspaceId: string; linkId: number; actor: AuditActor },
): Promise<boolean> {
  if (!(await deleteReportLink(tx, { workspaceId, linkId }))) return false;
  await recordAudit(tx, { workspaceId, actor, action: "report.revoke", subject: `report link ${linkId}` });
  return true;
}
