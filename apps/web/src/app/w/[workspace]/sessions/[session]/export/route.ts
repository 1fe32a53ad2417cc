import { z } from "zod";
import { authorize, REFUSAL_STATUS } from "@/server/authorize";
import { createContext } from "@/server/context";
import { ROUTES } from "@/server/permissions";
import { refuseForeignDownload } from "@/server/same-origin";
import { exportSession, SESSION_EXPORT_FORMATS } from "@/server/session-export";

const Format = z.enum(SESSION_EXPORT_FORMATS);

/** The audit of a session as a file. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ workspace: string; session: string }> },
): Promise<Response> {
  const foreign = refuseForeignDownload(request);
  if (foreign) return foreign;
  const context = await createContext({ headers: request.headers });
  const { workspace, session } = await params;
  const granted = ROUTES["GET /w/[workspace]/sessions/[session]/export"];
  const authorization = await authorize(context, granted, decodeURIComponent(workspace));
  if (!authorization.ok) return new Response(null, { status: REFUSAL_STATUS[authorization.refusal] });
  const format = Format.safeParse(new URL(request.url).searchParams.get("format"));
  if (!format.success) return new Response("The address names no export.", { status: 400 });
  const file = await exportSession(context.db, {
    ...{ workspaceId: authorization.workspace.workspaceId, sessionId: decodeURIComponent(session) },
    ...{ actor: authorization.user, format: format.data },
  });
  return file ?? new Response("There is no such session.", { status: 404 });
}
