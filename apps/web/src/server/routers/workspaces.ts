import { existsSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import {
  createWorkspace,
  getIngestStatus,
  getLatestPolicyVersion,
  isAdminSomewhere,
  listWorkspaces,
  renameWorkspace,
} from "@baton/db";
import { deleteWorkspace, recordAudit } from "@baton/db/write";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { Name } from "../account-inputs";
import { listPermitted } from "../permissions";
import { settingOf } from "../policy-setting";
import { operationProcedure, userProcedure } from "../trpc";

/** Folder in which Claude Code stores its transcripts. */
const OWN_SESSIONS_FOLDER = path.join(".claude", "projects");

export const workspacesRouter = {
  list: userProcedure("workspaces.list").query(({ ctx }) => listWorkspaces(ctx.db, { userId: ctx.user.id })),

  /** Returns the workspace that the URL names, and the user's permissions in it. */
  get: operationProcedure("workspaces.get").query(({ ctx }) => ({
    ...ctx.workspace,
    user: ctx.user,
    roles: ctx.roles,
    permitted: listPermitted(ctx.roles),
    liveMark: ctx.liveMark,
  })),

  /**
   * Creates a workspace with the user as owner and admin; its ID derives from its name. Only admins of
   * another one may: a program set to import into a workspace must not find one a guest created first.
   */
  create: userProcedure("workspaces.create")
    .input(z.object({ name: Name }))
    .mutation(({ ctx, input: { name } }) =>
      ctx.db.transaction(async (tx) => {
        const { user } = ctx;
        if (!(await isAdminSomewhere(tx, { userId: user.id }))) {
          throw new TRPCError({
            code: "FORBIDDEN",
            message: "Only admins can create workspaces.",
          });
        }
        const slug = toSlug(name);
        for (const workspaceId of [slug, `${slug}-2`, `${slug}-${Date.now().toString(36)}`]) {
          if (!(await createWorkspace(tx, { workspaceId, name, userId: user.id }))) continue;
          await recordAudit(tx, { workspaceId, actor: user, action: "workspace.create", subject: name });
          return { workspaceId };
        }
        throw new TRPCError({
          code: "CONFLICT",
          message: "A workspace with this name exists. Choose another name.",
        });
      }),
    ),

  /** Renames the workspace; its ID, which is part of URLs, stays. */
  rename: operationProcedure("workspaces.rename")
    .input(z.object({ name: Name }))
    .mutation(({ ctx, input: { name } }) =>
      ctx.inRole(async (tx) => {
        const { workspaceId, name: before } = ctx.workspace;
        await renameWorkspace(tx, { workspaceId, name });
        const details = { before, after: name };
        await recordAudit(tx, {
          workspaceId,
          actor: ctx.user,
          action: "workspace.rename",
          subject: name,
          details,
        });
      }),
    ),

  /** Deletes the workspace with all its data except its audit log. The user types its name to confirm. */
  remove: operationProcedure("workspaces.remove")
    .input(z.object({ name: z.string() }))
    .mutation(async ({ ctx, input: { name } }) => {
      await ctx.inRole(async (tx) => {
        const { workspaceId } = ctx.workspace;
        if (name !== ctx.workspace.name) {
          throw new TRPCError({
            code: "BAD_REQUEST",
            message: `Type the name “${ctx.workspace.name}” to delete it.`,
          });
        }
        await deleteWorkspace(tx, { workspaceId });
        await recordAudit(tx, { workspaceId, actor: ctx.user, action: "workspace.delete", subject: name });
      });
    }),

  /** Returns the sidebar's footer: the last reported policy and the progress of ingest. */
  status: operationProcedure("workspaces.status").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    const [live, ingest] = await Promise.all([
      getLatestPolicyVersion(ctx.db, { workspaceId }),
      getIngestStatus(ctx.db, { workspaceId }),
    ]);
    return {
      policy: live && { setting: settingOf(live) },
      ingest,
    };
  }),

  /**
   * Returns true if this machine has sessions that could be
   * followed. Only checks that the folder exists.
   */
  canFollowOwnSessions: userProcedure("workspaces.canFollowOwnSessions").query(() =>
    existsSync(path.join(homedir(), OWN_SESSIONS_FOLDER)),
  ),
} satisfies TRPCRouterRecord;

/** Converts a name for use in a URL: lowercase ASCII letters, digits and hyphens. */
function toSlug(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return plain.replace(/^-+|-+$/g, "").slice(0, 50) || "workspace";
}
