import { exportSession } from "@baton/services/session/export-session";
import { z } from "zod";
import { limitLarge } from "@/server/limit-large";
import { openDownload } from "@/server/open-download";
import { ROUTES } from "@/server/permissions";
import { SESSION_EXPORT_FORMATS, toSessionFile } from "@/server/session-file";

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
      const audit = await exportSession(db, {
        workspaceId: workspace.workspaceId,
        sessionId: named.session,
        actor: user,
        format: format.data,
      });
      if (audit === "missing") return new Response("Session not found.", { status: 404 });
      if (audit === "too_large") {
        const message = "This session is too large to export. Use the API to read its handoffs page by page.";
        return new Response(message, { status: 413 });
      }
      return toSessionFile(audit, format.data);
    });
  });
}
