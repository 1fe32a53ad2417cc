import { AUDIT_FORMATS, exportAuditLog } from "@baton/services/audit/export-audit-log";
import { z } from "zod";
import { toAuditFile } from "@/server/audit-file";
import { AuditFilterInput, toAuditFilter } from "@/server/audit-input";
import { openDownload } from "@/server/open-download";
import { ROUTES } from "@/server/permissions";

const Query = AuditFilterInput.extend({ format: z.enum(AUDIT_FORMATS) });

/** Downloads the audit log. The download itself adds an entry, which is in the file. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ workspace: string }> },
): Promise<Response> {
  const granted = ROUTES["GET /w/[workspace]/audit/export"];
  return openDownload(request, granted, params, async ({ db, user, workspace: { workspaceId } }) => {
    const query = Query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) return new Response("Export not found.", { status: 400 });
    const { format, ...filter } = query.data;
    const records = await exportAuditLog(db, {
      workspaceId,
      actor: user,
      format,
      filter: toAuditFilter(filter, Date.now()),
      named: filter,
    });
    return toAuditFile(records, { workspaceId, format });
  });
}
