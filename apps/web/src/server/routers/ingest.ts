import {
  getIngestStatus,
  getQuarantineFacets,
  listLineShapes,
  listOpenLosses,
  listQuarantinedLines,
  listReplayRequests,
  listSourceFiles,
  listSourceStatuses,
  listSources,
  listUnreadFiles,
} from "@baton/db";
import { requestReplay } from "@baton/services/quarantine/request-replay";
import { acknowledgeLosses } from "@baton/services/source/acknowledge-losses";
import { addFolder } from "@baton/services/source/add-folder";
import { setFollowed } from "@baton/services/source/set-followed";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { env } from "@/env";
import { Moment } from "../inputs";
import { LIST_LIMIT } from "../keep-first";
import { findKnownFolders, mayChooseFolders, resolveFolder } from "../local-folder";
import { publicAddress } from "../public-address";
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

  /**
   * Returns where programs connect to: the address of this server, the port of ingest on this machine, and the session
   * folders of coding agents that this workspace does not follow. `folders` is null if users cannot choose folders here.
   */
  connect: operationProcedure("ingest.connect").query(async ({ ctx }) => {
    const sources = await listSources(ctx.db, { workspaceId: ctx.workspace.workspaceId });
    const roots = new Set(sources.flatMap(({ root, stoppedAt }) => (stoppedAt === null ? [root] : [])));
    const known = mayChooseFolders() ? await findKnownFolders() : null;
    return {
      server: publicAddress(),
      port: env().BATON_INGEST_PORT ?? null,
      folders: known?.filter(({ root }) => !roots.has(root)) ?? null,
    };
  }),

  /** Follows a folder or file of this machine from now on, and returns its real path. */
  follow: operationProcedure("ingest.follow")
    .input(z.object({ path: z.string().min(1).max(4_096) }))
    .mutation(async ({ ctx, input }) => {
      requireHandPace(ctx);
      if (!mayChooseFolders()) {
        const message = "Folders can only be added on the machine that runs Baton, by its own address.";
        throw new TRPCError({ code: "FORBIDDEN", message });
      }
      const root = await resolveFolder(input.path);
      if (root === null) {
        const message = "File or folder not found on this machine. Enter its full path.";
        throw new TRPCError({ code: "BAD_REQUEST", message });
      }
      const { workspaceId } = ctx.workspace;
      await ctx.inRole((tx) => addFolder(tx, { workspaceId, actor: ctx.user, root }));
      return { root };
    }),

  /** Stops following a folder or file, or follows it again. What was imported stays. */
  setFollowed: operationProcedure("ingest.setFollowed")
    .input(z.object({ sourceId: z.number().int(), isFollowed: z.boolean() }))
    .mutation(({ ctx, input: { sourceId, isFollowed } }) => {
      requireHandPace(ctx);
      const { workspaceId } = ctx.workspace;
      return ctx.inRole((tx) => setFollowed(tx, { workspaceId, actor: ctx.user, sourceId, isFollowed }));
    }),

  /** Returns the port on this machine that accepts events over HTTP, or null without one. */
  port: operationProcedure("ingest.port").query(() => env().BATON_INGEST_PORT ?? null),
} satisfies TRPCRouterRecord;
