import { z } from "zod";
import { limitLarge } from "@/server/limit-large";
import { openDownload } from "@/server/open-download";
import { ROUTES } from "@/server/permissions";
import { exportSession, SESSION_EXPORT_FORMATS } from "@/server/session-export";

const Format = z.enum(SESSION_EXPORT_FORMATS);

/** Downloads the audit of a session. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ workspace: string; session: string }> },
): Promise<Response> {
  const granted = ROUTES["GET /w/[workspace]/sessions/[session]/export"];
  return openDownload(request, granted, params, async ({ db, user, workspace, params: named }) => {
    const format = Format.safeParse(new URL(request.url).searchParams.get("format"));
    if (!format.success) return new Response("Invalid export format in the URL.", { status: 400 });
    return limitLarge(user.id, request.signal, async () => {
      const file = await exportSession(db, {
        workspaceId: workspace.workspaceId,
        sessionId: named.session,
        actor: user,
        format: format.data,
      });
      return file ?? new Response("Session not found.", { status: 404 });
    });
  });
}
