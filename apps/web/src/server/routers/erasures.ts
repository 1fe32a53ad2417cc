import { ERASURE_KINDS, listErasures, previewErasure } from "@baton/db";
import { requestErasure } from "@baton/services/erasure/request-erasure";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { operationProcedure } from "../trpc";

const LIST_LENGTH = 100;

/** For a workspace its own ID is used, and the given one ignored. */
const SubjectInput = z.object({ kind: z.enum(ERASURE_KINDS), id: z.string().min(1).max(1_100) });

export const erasuresRouter = {
  /** Lists past and pending erasures, newest first. */
  list: operationProcedure("erasures.list").query(({ ctx }) =>
    listErasures(ctx.db, { workspaceId: ctx.workspace.workspaceId, limit: LIST_LENGTH }),
  ),

  /** Returns the amount of data an erasure would delete. */
  preview: operationProcedure("erasures.preview")
    .input(SubjectInput)
    .query(({ ctx, input: { kind, id } }) =>
      previewErasure(ctx.db, { workspaceId: ctx.workspace.workspaceId, kind, id }),
    ),

  /** Requests an erasure; the user confirms by typing the ID again. */
  request: operationProcedure("erasures.request")
    .input(SubjectInput.extend({ typed: z.string().max(1_100) }))
    .mutation(async ({ ctx, input: { kind, id: named, typed } }) => {
      const { workspaceId } = ctx.workspace;
      const id = kind === "workspace" ? workspaceId : named;
      if (typed !== id) {
        throw new TRPCError({ code: "BAD_REQUEST", message: `Nothing erased. Type “${id}” to confirm.` });
      }
      await ctx.inRole(async (tx) => {
        await requestErasure(tx, { workspaceId, kind, id, actor: ctx.user });
      });
    }),
} satisfies TRPCRouterRecord;
