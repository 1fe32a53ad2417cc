import { nameUpTo } from "@baton/core/internal";
import { type Database, listSavedViews, type SavedView } from "@baton/db";
import { removeView } from "@baton/services/saved-view/remove-view";
import { renameView } from "@baton/services/saved-view/rename-view";
import { MAX_SAVED_VIEWS, saveView } from "@baton/services/saved-view/save-view";
import { setDefaultView } from "@baton/services/saved-view/set-default-view";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { SavedViewParams } from "../inputs";
import { isPermitted, PROCEDURES } from "../permissions";
import { requireHandPace } from "../rate-limit";
import { operationProcedure } from "../trpc";

const ViewName = nameUpTo(80);
const ViewInput = z.object({ view: z.string().max(64) });

export const savedViewsRouter = {
  /** Lists the saved views of a workspace, default first. */
  list: operationProcedure("savedViews.list").query(async ({ ctx }) => {
    const views = await listSavedViews(ctx.db, ctx.workspace);
    const mayEdit = isPermitted(PROCEDURES["savedViews.remove"], ctx.roles);
    return views.flatMap(({ createdById, params, ...view }) => {
      // Skip views that an earlier version of the pages saved and this one cannot read.
      const understood = SavedViewParams.safeParse(params);
      if (!understood.success) return [];
      return {
        ...view,
        params: understood.data,
        mayChange: mayEdit && isOwnOrOwner(ctx, createdById),
      };
    });
  }),

  /** Saves a range and filters under a name. */
  save: operationProcedure("savedViews.save")
    .input(z.object({ name: ViewName, params: SavedViewParams }))
    .mutation(async ({ ctx, input: { name, params } }) => {
      requireHandPace(ctx);
      const { workspaceId } = ctx.workspace;
      const added = await ctx.inRole((tx) => saveView(tx, { workspaceId, actor: ctx.user, name, params }));
      if (added.ok) return { view: added.viewId };
      throw added.reason === "taken" ? nameTaken(name) : tooMany();
    }),

  /** Renames one's own view; an owner can rename any. */
  rename: operationProcedure("savedViews.rename")
    .input(ViewInput.extend({ name: ViewName }))
    .mutation(async ({ ctx, input }) => {
      requireHandPace(ctx);
      const place = { workspaceId: ctx.workspace.workspaceId, viewId: input.view };
      await requireMayChange(ctx, place);
      const renamed = await ctx.inRole((tx) =>
        renameView(tx, { ...place, actor: ctx.user, name: input.name }),
      );
      if (renamed.ok) return;
      throw renamed.reason === "taken" ? nameTaken(input.name) : missing();
    }),

  /** Deletes one's own view. An owner can delete any; only an owner can delete the default. */
  remove: operationProcedure("savedViews.remove")
    .input(ViewInput)
    .mutation(async ({ ctx, input }) => {
      requireHandPace(ctx);
      const place = { workspaceId: ctx.workspace.workspaceId, viewId: input.view };
      const view = await requireMayChange(ctx, place);
      if (view.isDefault && !isOwner(ctx)) {
        throw new TRPCError({
          code: "FORBIDDEN",
          message: `The workspace opens with “${view.name}”. Only an owner can remove it.`,
        });
      }
      if (!(await ctx.inRole((tx) => removeView(tx, { ...place, actor: ctx.user })))) throw missing();
    }),

  /** Sets the default view of the savings pages; null means the last 30 days without filters. */
  setDefault: operationProcedure("savedViews.setDefault")
    .input(z.object({ view: z.string().max(64).nullable() }))
    .mutation(async ({ ctx, input }) => {
      requireHandPace(ctx);
      const { workspaceId } = ctx.workspace;
      if (
        !(await ctx.inRole((tx) => setDefaultView(tx, { workspaceId, actor: ctx.user, viewId: input.view })))
      )
        throw missing();
    }),
} satisfies TRPCRouterRecord;

type Person = { user: { id: string }; roles: readonly string[] };

function isOwner({ roles }: Person): boolean {
  return roles.includes("owner");
}

function isOwnOrOwner(person: Person, createdById: string | null): boolean {
  return createdById === person.user.id || isOwner(person);
}

async function requireMayChange(
  ctx: Person & { db: Database },
  { workspaceId, viewId }: { workspaceId: string; viewId: string },
): Promise<SavedView> {
  const view = (await listSavedViews(ctx.db, { workspaceId })).find((each) => each.viewId === viewId);
  if (!view) throw missing();
  if (isOwnOrOwner(ctx, view.createdById)) return view;
  throw new TRPCError({
    code: "FORBIDDEN",
    message: `“${view.name}” is ${view.createdBy}’s view. Only they or an owner can change it.`,
  });
}

function missing(): TRPCError {
  return new TRPCError({ code: "NOT_FOUND", message: "View not found. It may have been deleted." });
}

function nameTaken(name: string): TRPCError {
  return new TRPCError({ code: "CONFLICT", message: `Another view is already called “${name}”.` });
}

function tooMany(): TRPCError {
  return new TRPCError({
    code: "CONFLICT",
    message: `${MAX_SAVED_VIEWS} views is the limit. Remove one first.`,
  });
}
