import { getManifest, listManifests } from "@baton/db";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { workspaceProcedure } from "../trpc";

const PAGE_SIZE = 50;

export const manifestsRouter = {
  /** A page of manifests without their documents, the newest first. */
  list: workspaceProcedure
    .input(z.object({ cursor: z.object({ writtenAt: z.date(), manifestId: z.string() }).nullish() }))
    .query(async ({ ctx, input }) => {
      const page = await listManifests(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        cursor: input.cursor ?? undefined,
        limit: PAGE_SIZE,
      });
      return { ...page, manifests: page.manifests.map(({ text: _, ...manifest }) => manifest) };
    }),

  /** One manifest with its document. */
  get: workspaceProcedure.input(z.object({ manifest: z.string() })).query(async ({ ctx, input }) => {
    const found = await getManifest(ctx.db, {
      workspaceId: ctx.workspace.workspaceId,
      manifestId: input.manifest,
    });
    if (!found) throw new TRPCError({ code: "NOT_FOUND", message: "There is no such manifest." });
    return found;
  }),
} satisfies TRPCRouterRecord;
