import { nameUpTo } from "@baton/core/internal";
import { type Database, getSavedView, listSavedViews, type Role, type SavedView } from "@baton/db";
import { removeView } from "@baton/services/saved-view/remove-view";
import { renameView } from "@baton/services/saved-view/rename-view";
import { MAX_SAVED_VIEWS, saveView } from "@baton/services/saved-view/save-view";
import { setDefaultView } from "@baton/services/saved-view/set-default-view";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { VIEW_PARAMS } from "../inputs";
import { requireHandPace } from "../rate-limit";
import { operationProcedure } from "../trpc";

const ViewName = nameUpTo(80);
const ViewInput = z.object({ view: z.string().max(64) });
const Page = z.enum(["savings", "sessions"]);
const NewView = z
  .object({
    page: Page,
    name: ViewName,
    params: z.record(z.string(), z.string()),
    isPrivate: z.boolean().default(false),
  })
  .refine(({ page, params }) => VIEW_PARAMS[page].safeParse(params).success, {
    message: "the page does not understand these parameters",
    path: ["params"],
  });

export const savedViewsRouter = {
  /** Lists the views of a page that the user may see, default first. */
  list: operationProcedure("savedViews.list")
    .input(z.object({ page: Page }))
    .query(async ({ ctx, input: { page } }) => {
      const { workspaceId } = ctx.workspace;
      const views = await listSavedViews(ctx.db, { workspaceId, page, userId: ctx.user.id });
      return (
        views
          // Skip views that an earlier version of the pages saved and this one cannot read.
          .filter(({ params }) => VIEW_PARAMS[page].safeParse(params).success)
          .map((view) => {
            const { createdById, ...shown } = view;
            return { ...shown, mayChange: mayChange(ctx, view) };
          })
      );
    }),

  /** Saves the parameters of a page under a name. Viewers can only save views for themselves. */
  save: operationProcedure("savedViews.save")
    .input(NewView)
    .mutation(async ({ ctx, input: { page, name, params, isPrivate } }) => {
      requireHandPace(ctx);
      if (!isPrivate && !mayShare(ctx)) {
        throw new TRPCError({
          code: "FORBIDDEN",
          message: "Viewers can save views for themselves. Choose “Only for me”.",
        });
      }
      const { workspaceId } = ctx.workspace;
      const view = { workspaceId, actor: ctx.user, page, name, params, isPrivate };
      const added = await ctx.inRole((tx) => saveView(tx, view));
      if (added.ok) return { view: added.viewId };
      throw added.reason === "taken" ? nameTaken(name) : tooMany();
    }),

  /** Renames one's own view; an owner can rename any shared one. */
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

  /** Deletes one's own view. An owner can delete any shared one; only an owner can delete the default. */
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

type Person = { user: { id: string }; roles: readonly Role[] };

function isOwner({ roles }: Person): boolean {
  return roles.includes("owner");
}

function mayShare({ roles }: Person): boolean {
  return roles.includes("editor") || roles.includes("owner");
}

function mayChange(person: Person, { createdById, isPrivate }: SavedView): boolean {
  if (isPrivate) return createdById === person.user.id;
  return isOwner(person) || (mayShare(person) && createdById === person.user.id);
}

async function requireMayChange(
  ctx: Person & { db: Database },
  place: { workspaceId: string; viewId: string },
): Promise<SavedView> {
  const view = await getSavedView(ctx.db, place);
  if (!view || (view.isPrivate && !mayChange(ctx, view))) throw missing();
  if (mayChange(ctx, view)) return view;
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
