import { getIngestStatus, listQuarantinedLines, listSourceFiles, listSources } from "@baton/db";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { env } from "@/env";
import { operationProcedure } from "../trpc";

const PAGE_SIZE = 25;

const QuarantineCursor = z.object({
  quarantinedAt: z.date(),
  sourceFileId: z.number(),
  generation: z.number(),
  sequence: z.number(),
});

export const ingestRouter = {
  /** Sums over all files of a workspace. */
  status: operationProcedure("ingest.status").query(({ ctx }) =>
    getIngestStatus(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** What is followed: the sources, and their files, those that wait or failed first. */
  files: operationProcedure("ingest.files").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    const [sources, files] = await Promise.all([
      listSources(ctx.db, { workspaceId }),
      listSourceFiles(ctx.db, { workspaceId }),
    ]);
    return { sources, files };
  }),

  /** A page of the lines that are no event, the newest first. */
  quarantine: operationProcedure("ingest.quarantine")
    .input(z.object({ cursor: QuarantineCursor.nullish() }))
    .query(({ ctx, input }) =>
      listQuarantinedLines(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        cursor: input.cursor ?? undefined,
        limit: PAGE_SIZE,
      }),
    ),

  /** The port on this machine where events are taken over HTTP, or null where they are not. */
  port: operationProcedure("ingest.port").query(() => env().BATON_INGEST_PORT ?? null),
} satisfies TRPCRouterRecord;
