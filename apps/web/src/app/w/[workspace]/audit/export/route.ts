import { recordAudit } from "@baton/db/write";
import { z } from "zod";
import { AUDIT_FORMATS, exportAuditLog } from "@/server/audit-export";
import { AuditFilterInput, toAuditFilter } from "@/server/audit-input";
import { authorize, REFUSAL_STATUS } from "@/server/authorize";
import { createContext } from "@/server/context";
import { ROUTES } from "@/server/permissions";
import { refuseForeignDownload } from "@/server/same-origin";

const Query = AuditFilterInput.extend({ format: z.enum(AUDIT_FORMATS) });

/** The audit log as a file. That it was taken away is a row of it, which is in the file. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ workspace: string }> },
): Promise<Response> {
  const foreign = refuseForeignDownload(request);
  if (foreign) return foreign;
  const context = await createContext({ headers: request.headers });
  const workspace = decodeURIComponent((await params).workspace);
  const authorization = await authorize(context, ROUTES["GET /w/[workspace]/audit/export"], workspace);
  if (!authorization.ok) return new Response(null, { status: REFUSAL_STATUS[authorization.refusal] });
  const query = Query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return new Response("The address names no export.", { status: 400 });
  const { format, ...filter } = query.data;
  const { workspaceId } = authorization.workspace;
  await context.db.transaction((tx) =>
    recordAudit(tx, {
      ...{ workspaceId, actor: authorization.user, action: "audit.export", subject: "audit log" },
      details: { format, ...(format === "csv" && { filter }) },
    }),
  );
  return exportAuditLog(context.db, { workspaceId, format, filter: toAuditFilter(filter, Date.now()) });
}
