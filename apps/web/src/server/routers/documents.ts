import { parseHandoffDocument, STALENESS_LEVELS } from "@baton/core/handoff-document";
import {
  type Database,
  getHandoffChain,
  getHandoffDocument,
  getHandoffDocumentFacets,
  listHandoffDocuments,
  listHandoffDocumentVersions,
  listHandoffProgress,
} from "@baton/db";
import { fromStorableText } from "@baton/server/storable-text";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { describeProgress } from "../describe-progress";
import { describeScore } from "../describe-score";
import { Moment } from "../inputs";
import { largeProcedure, operationProcedure } from "../trpc";

const PAGE_SIZE = 50;

const DocumentInput = z.object({ document: z.string() });

export const documentsRouter = {
  /** Returns a page of the current handoff documents, without texts, newest first. */
  list: operationProcedure("documents.list")
    .input(
      z.object({
        quality: z.enum(["good", "low"]).optional(),
        staleness: z.enum([...STALENESS_LEVELS, "unknown"]).optional(),
        /** A code, or `errors` for any error. */
        finding: z.string().max(100).optional(),
        phase: z.string().max(200).optional(),
        project: z.string().optional(),
        search: z.string().max(200).optional(),
        cursor: z.object({ writtenAt: Moment, documentId: z.string() }).nullish(),
      }),
    )
    .query(({ ctx, input: { cursor, quality, staleness, finding, phase, project, search } }) =>
      listHandoffDocuments(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        filter: {
          staleness,
          finding,
          phase,
          search,
          projectRoot: project,
          isGood: quality && quality === "good",
        },
        cursor: cursor ?? undefined,
        limit: PAGE_SIZE,
      }),
    ),

  /** Returns the filter values of the list. */
  facets: operationProcedure("documents.facets").query(({ ctx }) =>
    getHandoffDocumentFacets(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /**
   * Returns the Markdown of a document without its front matter. It never changes: other content is another
   * document.
   */
  getText: largeProcedure("documents.getText")
    .input(DocumentInput)
    .query(async ({ ctx, input }) => {
      const { text } = await findDocument(ctx.db, ctx.workspace.workspaceId, input.document);
      if (text === null) return null;
      const markdown = fromStorableText(text);
      const { isTooLong } = parseHandoffDocument(markdown);
      return { markdown, body: withoutFrontMatter(markdown), isTooLong };
    }),

  /** Returns a document with its score, staleness, predecessors and progress. */
  get: largeProcedure("documents.get")
    .input(DocumentInput)
    .query(async ({ ctx, input }) => {
      const stored = await findDocument(ctx.db, ctx.workspace.workspaceId, input.document);
      const [chain, progress, versions] = await Promise.all([
        getHandoffChain(ctx.db, stored),
        listHandoffProgress(ctx.db, stored),
        listHandoffDocumentVersions(ctx.db, stored),
      ]);
      const { text: _, points, ...document } = stored;
      return {
        document,
        score: describeScore(stored),
        chain,
        versions,
        progress: progress.map(describeProgress),
      };
    }),
} satisfies TRPCRouterRecord;

async function findDocument(db: Database, workspaceId: string, documentId: string) {
  const found = await getHandoffDocument(db, { workspaceId, documentId });
  if (!found) throw new TRPCError({ code: "NOT_FOUND", message: "Handoff document not found." });
  return found;
}

/** The text behind its YAML, if it begins with any. */
function withoutFrontMatter(markdown: string): string {
  return markdown.replace(/^\uFEFF?---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, "");
}
