import {
  ARTIFACT_TYPES,
  compareVersions,
  HandoffManifest,
  needsApproval,
  parseArtifactAddress,
  ROLLOUT_PHASES,
} from "@baton/core/manifest";
import { ALERT_LEVELS } from "@baton/core/tokens";
import {
  type Database,
  diffManifestFiles,
  findManifestVersion,
  getManifest,
  getManifestFacets,
  getManifestFile,
  getRollout,
  listGateRuns,
  listManifestFiles,
  listManifestHandoffs,
  listManifestReads,
  listManifestReviews,
  listManifests,
  listManifestVersions,
  listProjectManifests,
  notifyRows,
  REVIEW_STATES,
  REVIEW_VERDICTS,
} from "@baton/db";
import { reviewManifest } from "@baton/services/artifact/review-manifest";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { resolveRange } from "@/search/resolve-range";
import {
  describeBudget,
  describeDependencies,
  describeDocument,
  describeFiles,
  listItemsOf,
  parseOrNull,
} from "../describe-manifest";
import { Comment, Moment, Range, TimeZone } from "../inputs";
import { largeProcedure, operationProcedure } from "../trpc";

const PAGE_SIZE = 50;

const Filter = z.object({
  agent: z.string().optional(),
  type: z.enum(ARTIFACT_TYPES).optional(),
  phase: z.enum(ROLLOUT_PHASES).optional(),
  /** A code, or `errors` for any error. */
  finding: z.string().max(100).optional(),
  search: z.string().max(200).optional(),
  review: z.enum(REVIEW_STATES).optional(),
  range: Range.optional(),
  tz: TimeZone.default("UTC"),
  level: z.enum(ALERT_LEVELS).optional(),
  /** Filters by manifests that the gate blocked. */
  gate: z.literal("failed").optional(),
});

const ManifestInput = z.object({ manifest: z.string() });

export const manifestsRouter = {
  /** Returns a page of the current manifests, without documents, newest first. */
  list: operationProcedure("manifests.list")
    .input(Filter.extend({ cursor: z.object({ writtenAt: Moment, manifestId: z.string() }).nullish() }))
    .query(async ({ ctx, input: { workspace: _, cursor, range, tz, level, gate, ...filter } }) => {
      const { workspaceId } = ctx.workspace;
      const period = range ? resolveRange(range, tz, Date.now()) : undefined;
      const limits = level && (await getRollout(ctx.db, { workspaceId })).rollout.budgets;
      return listManifests(ctx.db, {
        workspaceId,
        limit: PAGE_SIZE,
        cursor: cursor ?? undefined,
        filter: {
          ...filter,
          start: period?.start,
          end: period?.end,
          isStopped: gate === "failed",
          level: level && limits && { level, handoffTokens: limits.handoffTokens },
        },
      });
    }),

  /** Returns the filter values of the list. */
  facets: operationProcedure("manifests.facets").query(({ ctx }) =>
    getManifestFacets(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /**
   * Returns one manifest: its document, files, findings, sizes,
   * dependencies and reviews.
   */
  get: largeProcedure("manifests.get")
    .input(ManifestInput)
    .query(async ({ ctx, input }) => {
      const { workspaceId } = ctx.workspace;
      const stored = await findManifest(ctx.db, workspaceId, input.manifest);
      const [storedFiles, { rollout }, project, reviews, gateRuns] = await Promise.all([
        listManifestFiles(ctx.db, stored),
        getRollout(ctx.db, { workspaceId }),
        listProjectManifests(ctx.db, stored),
        listManifestReviews(ctx.db, stored),
        listGateRuns(ctx.db, stored),
      ]);
      const { sourcesText: _, files: __, ...manifest } = stored;
      return {
        manifest,
        document: describeDocument(stored),
        files: describeFiles(stored, storedFiles),
        budget: describeBudget(stored, rollout.budgets),
        dependencies: describeDependencies(stored, project),
        reviews,
        gateRuns,
        needsApproval: needsApproval(rollout, stored.fromAgent),
      };
    }),

  /**
   * Returns the masked text of a file that a manifest names, and the items of the manifest that come from it; null if
   * the file is not stored.
   */
  file: largeProcedure("manifests.file")
    .input(ManifestInput.extend({ path: z.string().max(4_096) }))
    .query(async ({ ctx, input: { manifest: manifestId, path } }) => {
      const { workspaceId } = ctx.workspace;
      const stored = await findManifest(ctx.db, workspaceId, manifestId);
      const file = await getManifestFile(ctx.db, { workspaceId, manifestId, path });
      return file && { ...file, items: listItemsOf(stored, path) };
    }),

  /** Lists the runs of its agent over the same scope, including itself, newest first. */
  versions: operationProcedure("manifests.versions")
    .input(ManifestInput)
    .query(async ({ ctx, input }) => {
      const stored = await findManifest(ctx.db, ctx.workspace.workspaceId, input.manifest);
      return listManifestVersions(ctx.db, stored);
    }),

  /**
   * Compares two versions, and lists the differences of each; null if documents are not stored or invalid.
   */
  compare: largeProcedure("manifests.compare")
    .input(ManifestInput.extend({ before: z.string() }))
    .query(async ({ ctx, input }) => {
      const { workspaceId } = ctx.workspace;
      const [before, after] = await Promise.all([
        findManifest(ctx.db, workspaceId, input.before),
        findManifest(ctx.db, workspaceId, input.manifest),
      ]);
      const [earlier, later] = [toValidated(before), toValidated(after)];
      return earlier && later ? compareVersions(earlier, later) : null;
    }),

  /**
   * Returns the version that an address names, such as `artifact://research/oauth@2`, with all versions and, if
   * `against` names another one, the files that differ.
   */
  open: largeProcedure("manifests.open")
    .input(z.object({ address: z.string().max(600), against: z.number().int().positive().optional() }))
    .query(async ({ ctx, input }) => {
      const { workspaceId } = ctx.workspace;
      const address = parseArtifactAddress(input.address);
      const manifestId = address && (await findManifestVersion(ctx.db, { workspaceId, address }));
      if (!manifestId) throw new TRPCError({ code: "NOT_FOUND", message: "No artifact has this address." });
      const stored = await findManifest(ctx.db, workspaceId, manifestId);
      const [versions, files] = await Promise.all([
        listManifestVersions(ctx.db, stored),
        listManifestFiles(ctx.db, stored),
      ]);
      const numbered = versions.map((version, index) => ({ ...version, number: versions.length - index }));
      const other = numbered.find(({ number }) => number === input.against);
      const { text, ...manifest } = stored;
      return {
        manifest: { ...manifest, sourcesText: null, files: null },
        number: numbered.find((version) => version.manifestId === manifestId)?.number ?? null,
        text,
        files,
        versions: numbered,
        comparison: other && {
          against: other.number,
          before: (await findManifest(ctx.db, workspaceId, other.manifestId)).text,
          files: await diffManifestFiles(ctx.db, {
            workspaceId,
            before: other.manifestId,
            after: manifestId,
          }),
        },
      };
    }),

  /** Lists the handoffs of a manifest, and the reads of it and its folder. */
  usage: operationProcedure("manifests.usage")
    .input(ManifestInput)
    .query(async ({ ctx, input }) => {
      const stored = await findManifest(ctx.db, ctx.workspace.workspaceId, input.manifest);
      const [handoffs, reads] = await Promise.all([
        listManifestHandoffs(ctx.db, stored),
        listManifestReads(ctx.db, stored),
      ]);
      return { handoffs, reads };
    }),

  /** Adds an owner's review of a manifest; earlier reviews stay. */
  review: operationProcedure("manifests.review")
    .input(
      ManifestInput.extend({
        verdict: z.enum(REVIEW_VERDICTS),
        comment: Comment,
      }).refine(({ verdict, comment }) => verdict !== "sent_back" || comment !== "", {
        path: ["comment"],
        error: "Describe the changes you want.",
      }),
    )
    .mutation(async ({ ctx, input: { manifest: manifestId, verdict, comment } }) => {
      const { workspaceId } = ctx.workspace;
      const review = { workspaceId, manifestId, verdict, comment, reviewer: ctx.user };
      if (!(await ctx.inRole((tx) => reviewManifest(tx, review)))) throw noSuchManifest();
      await notifyRows(ctx.db, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: false });
    }),
} satisfies TRPCRouterRecord;

type StoredManifest = Awaited<ReturnType<typeof findManifest>>;

async function findManifest(db: Database, workspaceId: string, manifestId: string) {
  const found = await getManifest(db, { workspaceId, manifestId });
  if (!found) throw noSuchManifest();
  return found;
}

function noSuchManifest(): TRPCError {
  return new TRPCError({ code: "NOT_FOUND", message: "Manifest not found." });
}

function toValidated({
  text,
  findings,
  manifestTokens,
  requiredReadingTokens,
  detailTokens,
}: StoredManifest) {
  const manifest = HandoffManifest.safeParse(parseOrNull(text));
  if (!manifest.success) return null;
  return {
    manifest: manifest.data,
    findings,
    manifestTokens,
    fullTokens: detailTokens,
    requiredTokens: requiredReadingTokens ?? 0,
  };
}
