import { existsSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { getIngestStatus, listPolicyVersions, listWorkspaces } from "@baton/db";
import type { TRPCRouterRecord } from "@trpc/server";
import { settingOf } from "../policy-setting";
import { operationProcedure, userProcedure } from "../trpc";

/** Where Claude Code keeps the transcripts of its sessions. */
const OWN_SESSIONS_FOLDER = path.join(".claude", "projects");

export const workspacesRouter = {
  list: userProcedure("workspaces.list").query(({ ctx }) => listWorkspaces(ctx.db, { userId: ctx.user.id })),

  /** The workspace that an address names, and what the one who asks may do in it. */
  get: operationProcedure("workspaces.get").query(({ ctx }) => ({
    ...ctx.workspace,
    user: ctx.user,
    roles: ctx.roles,
    liveMark: ctx.liveMark,
  })),

  /** What stands at the foot of the sidebar: the policy that was seen last, and how far ingest is. */
  status: operationProcedure("workspaces.status").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    const [policies, ingest] = await Promise.all([
      listPolicyVersions(ctx.db, { workspaceId }),
      getIngestStatus(ctx.db, { workspaceId }),
    ]);
    const [live] = policies;
    return {
      policy: live ? { versionCount: policies.length, setting: settingOf(live) } : null,
      ingest,
    };
  }),

  /** Whether this machine holds sessions of its own that could be followed. Only asks whether the folder is there. */
  canFollowOwnSessions: userProcedure("workspaces.canFollowOwnSessions").query(() =>
    existsSync(path.join(homedir(), OWN_SESSIONS_FOLDER)),
  ),
} satisfies TRPCRouterRecord;
