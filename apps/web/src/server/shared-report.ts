import "server-only";
import { findReportLink, hashLinkToken } from "@baton/db";
import { TRPCError } from "@trpc/server";
import { createLoader } from "nuqs/server";
import { readReport } from "@/features/savings/report/read-report";
import { savingsViewParams, toSavingsView } from "@/search/savings-view";
import type { Context } from "./context";
import { isUnstorable } from "./is-unstorable";
import { appRouter } from "./root";
import { createCallerFactory } from "./trpc";

const loadParams = createLoader(savingsViewParams);

/**
 * Reads the report of a link. It shows what the link's creator may read: if they left the workspace, nothing.
 *
 * @param link.now milliseconds since 1970.
 * @returns null for an unknown, revoked or expired link.
 */
export async function readSharedReport(
  context: Context,
  { workspace, token, now }: { workspace: string; token: string; now: number },
) {
  if (isUnstorable(workspace)) return null;
  const found = await findReportLink(context.db, {
    workspaceId: workspace,
    tokenHash: hashLinkToken(token),
    now: new Date(now),
  });
  if (!found) return null;
  const params = loadParams(found.view);
  const view = toSavingsView(params, params.tz ?? "UTC");
  const user = { id: found.createdById, name: found.createdBy, email: "" };
  const api = createCallerFactory(appRouter)({ ...context, user });
  try {
    const { about, ...report } = await readReport(api, workspace, view);
    const { compare } = params;
    return { ...report, view, compare, workspaceName: about.name, by: found.createdBy };
  } catch (error) {
    if (error instanceof TRPCError && ["NOT_FOUND", "FORBIDDEN"].includes(error.code)) return null;
    throw error;
  }
}
