import { type AuditFilter, type Database, listAuditChain } from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";
import type { AuditRecord } from "@baton/server/audit";

/** `csv` has the entries that match the filter; `jsonl` has the whole chain, so that any reader can verify it. */
export const AUDIT_FORMATS = ["csv", "jsonl"] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

/**
 * Reads the audit log for a file, from its first entry. The export adds an entry, which is in the file.
 *
 * @param request.filter applies to `csv` only.
 * @param request.named  the filter as the user chose it, for the entry.
 */
export async function exportAuditLog(
  db: Database,
  request: {
    workspaceId: string;
    actor: AuditActor;
    format: AuditFormat;
    filter: AuditFilter;
    named: Readonly<Record<string, unknown>>;
  },
): Promise<AsyncIterable<AuditRecord>> {
  const { workspaceId, actor, format, filter, named } = request;
  await db.transaction((tx) =>
    recordAudit(tx, {
      workspaceId,
      actor,
      action: "audit.export",
      subject: "audit log",
      details: { format, ...(format === "csv" && { filter: named }) },
    }),
  );
  return listAuditChain(db, format === "csv" ? { workspaceId, filter } : { workspaceId });
}
