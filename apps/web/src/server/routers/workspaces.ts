import {
  countUnread,
  getIngestStatus,
  getLatestPolicyVersion,
  isAdminSomewhere,
  isFollowed,
  listWorkspaces,
} from "@baton/db";
import { createWorkspace } from "@baton/services/workspace/create-workspace";
import { hidePeople } from "@baton/services/workspace/hide-people";
import { removeWorkspace } from "@baton/services/workspace/remove-workspace";
import { renameWorkspace } from "@baton/services/workspace/rename-workspace";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { Name } from "../account-inputs";
import { resolveFolder } from "../local-folder";
import { listPermitted } from "../permissions";
import { settingOf } from "../policy-setting";
import { operationProcedure, userProcedure } from "../trpc";

/** Folder in which Claude Code stores its transcripts. */
const OWN_SESSIONS_FOLDER = "~/.claude/projects";

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
        const workspaceId = await createWorkspace(tx, { name, person: user });
        if (workspaceId !== null) return { workspaceId };
        throw new TRPCError({
          code: "CONFLICT",
          message: "A workspace with this name exists. Choose another name.",
        });
      }),
    ),

  /** Renames the workspace; its ID, which is part of URLs, stays. */
  rename: operationProcedure("workspaces.rename")
    .input(z.object({ name: Name }))
    .mutation(({ ctx, input: { name } }) => {
      const { workspace, user: actor } = ctx;
      return ctx.inRole((tx) => renameWorkspace(tx, { workspace, name, actor }));
    }),

  /** Sets whether usage names people only if there are at least five. */
  hidePeople: operationProcedure("workspaces.hidePeople")
    .input(z.object({ hidesFewPeople: z.boolean() }))
    .mutation(({ ctx, input: { hidesFewPeople } }) => {
      const { workspace, user: actor } = ctx;
      return ctx.inRole((tx) =>
        hidePeople(tx, { workspaceId: workspace.workspaceId, hidesFewPeople, actor }),
      );
    }),

  /** Deletes the workspace with all its data except its audit log. The user types its name to confirm. */
  remove: operationProcedure("workspaces.remove")
    .input(z.object({ name: z.string() }))
    .mutation(async ({ ctx, input: { name } }) => {
      const { workspace, user: actor } = ctx;
      if (name !== workspace.name) {
        const message = `Type the name “${workspace.name}” to delete it.`;
        throw new TRPCError({ code: "BAD_REQUEST", message });
      }
      await ctx.inRole((tx) => removeWorkspace(tx, { workspace, actor }));
    }),

  /** Returns the state in the sidebar: the last reported policy, the progress of ingest, and unread notifications. */
  status: operationProcedure("workspaces.status").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    const [live, ingest, unreadCount] = await Promise.all([
      getLatestPolicyVersion(ctx.db, { workspaceId }),
      getIngestStatus(ctx.db, { workspaceId }),
      countUnread(ctx.db, { workspaceId, userId: ctx.user.id }),
    ]);
    return {
      policy: live && { setting: settingOf(live) },
      ingest,
      unreadCount,
    };
  }),

  /**
   * Returns true if this machine has a folder of sessions that no workspace follows.
   */
  canFollowOwnSessions: userProcedure("workspaces.canFollowOwnSessions").query(async ({ ctx }) => {
    const root = await resolveFolder(OWN_SESSIONS_FOLDER);
    return root !== null && !(await isFollowed(ctx.db, { root }));
  }),
} satisfies TRPCRouterRecord;
