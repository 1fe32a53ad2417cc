import {
  getIngestStatus,
  getQuarantineFacets,
  listLineShapes,
  listOpenLosses,
  listQuarantinedLines,
  listReplayRequests,
  listSourceFiles,
  listSourceStatuses,
  listUnreadFiles,
} from "@baton/db";
import { requestReplay } from "@baton/services/quarantine/request-replay";
import { acknowledgeLosses } from "@baton/services/source/acknowledge-losses";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { env } from "@/env";
import { Moment } from "../inputs";
import { LIST_LIMIT } from "../keep-first";
import { requireHandPace } from "../rate-limit";
import { operationProcedure } from "../trpc";

const PAGE_SIZE = 25;

/** Maximum replays to show: the current one, and earlier ones. */
const SHOWN_REPLAYS = 3;

const LinePosition = z.object({
  sourceFileId: z.number().int(),
  generation: z.int32(),
  sequence: z.number().int(),
});
const QuarantineCursor = LinePosition.extend({ quarantinedAt: Moment });
const Code = z.string().min(1).max(64);

export const ingestRouter = {
  /** Returns totals over all files of a workspace. */
  status: operationProcedure("ingest.status").query(({ ctx }) =>
    getIngestStatus(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Lists the sources with their lag and speed, and the time of the query (milliseconds). */
  sources: operationProcedure("ingest.sources").query(async ({ ctx }) => {
    const now = Date.now();
    const { workspaceId } = ctx.workspace;
    return { sources: await listSourceStatuses(ctx.db, { workspaceId, now }), now };
  }),

  /** Lists the files of all sources, waiting and failed ones first. */
  files: operationProcedure("ingest.files").query(({ ctx }) =>
    listSourceFiles(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Returns a page of the lines that are not events, newest first, or of those imported since. */
  quarantine: operationProcedure("ingest.quarantine")
    .input(
      z.object({
        code: Code.nullish(),
        sourceId: z.number().int().nullish(),
        isReplayed: z.boolean().optional(),
        cursor: QuarantineCursor.nullish(),
      }),
    )
    .query(({ ctx, input: { code, sourceId, isReplayed, cursor } }) =>
      listQuarantinedLines(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        filter: { code, sourceId, isReplayed },
        cursor: cursor ?? undefined,
        limit: PAGE_SIZE,
      }),
    ),

  /** Returns the filter values of the quarantine with their numbers of lines. */
  quarantineFacets: operationProcedure("ingest.quarantineFacets").query(({ ctx }) =>
    getQuarantineFacets(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Requests a replay of lines: one, all of a reason, of a source, of both, or all. */
  replay: operationProcedure("ingest.replay")
    .input(
      z.object({
        code: Code.nullish(),
        sourceId: z.number().int().nullish(),
        line: LinePosition.nullish(),
      }),
    )
    .mutation(({ ctx, input: { code, sourceId, line } }) => {
      requireHandPace(ctx);
      return ctx.inRole(async (tx) => {
        const { workspaceId } = ctx.workspace;
        const selection = { code, sourceId, line };
        const request = await requestReplay(tx, { workspaceId, actor: ctx.user, selection });
        if (!request) {
          throw new TRPCError({
            code: "CONFLICT",
            message: "This line is not in quarantine. It was already replayed, or its file was erased.",
          });
        }
        return request;
      });
    }),

  /** Lists the last replay requests with their results, newest first. */
  replays: operationProcedure("ingest.replays").query(({ ctx }) =>
    listReplayRequests(ctx.db, { workspaceId: ctx.workspace.workspaceId, limit: SHOWN_REPLAYS }),
  ),

  /** Lists the unrecognized formats in imported lines, by tool and version. */
  shapes: operationProcedure("ingest.shapes").query(({ ctx }) =>
    listLineShapes(ctx.db, { workspaceId: ctx.workspace.workspaceId, limit: LIST_LIMIT }),
  ),

  /** Lists the files that Baton does not read, by kind and reason. */
  unread: operationProcedure("ingest.unread").query(({ ctx }) =>
    listUnreadFiles(ctx.db, { workspaceId: ctx.workspace.workspaceId, limit: LIST_LIMIT }),
  ),

  /** Lists the unacknowledged losses, newest first, and their number. */
  losses: operationProcedure("ingest.losses").query(async ({ ctx }) => {
    const losses = await listOpenLosses(ctx.db, { workspaceId: ctx.workspace.workspaceId });
    return { losses: losses.reverse().slice(0, LIST_LIMIT), count: losses.length };
  }),

  /** Acknowledges the losses up to one of them, which removes them from the list. */
  acknowledgeLosses: operationProcedure("ingest.acknowledgeLosses")
    .input(z.object({ through: z.number().int().positive() }))
    .mutation(({ ctx, input: { through } }) => {
      requireHandPace(ctx);
      return ctx.inRole(async (tx) => {
        const { workspaceId } = ctx.workspace;
        await acknowledgeLosses(tx, { workspaceId, actor: ctx.user, through });
      });
    }),

  /** Returns the port on this machine that accepts events over HTTP, or null without one. */
  port: operationProcedure("ingest.port").query(() => env().BATON_INGEST_PORT ?? null),
} satisfies TRPCRouterRecord;
