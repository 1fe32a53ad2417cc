import { Finding } from "@baton/core";
import { parseHandoffDocument, renderHandoffIndex, STALENESS_LEVELS } from "@baton/core/handoff-document";
import { getHandoffDocument, listHandoffDocuments } from "@baton/db";
import { Refusal } from "@baton/http";
import { fromStorableText } from "@baton/server/storable-text";
import { createRoute, z } from "@hono/zod-openapi";
import { findRedaction } from "./content-policy";
import { type Api, type ApiContext, guardedBy, PRIVATE, responses } from "./create-api";
import { PAGE_QUERY, readCursor, writeCursor } from "./page-cursor";
import { limitOfKey } from "./session-key";
import { REDACTED } from "./stored-manifests-routes";

const ListedDocument = z.object({
  document_id: z.string(),
  path: z.string(),
  project: z.string().meta({ description: "Folder that the paths in the document are relative to." }),
  title: z.string().nullable(),
  task: z.string().nullable(),
  phase: z.string().nullable(),
  score: z.int().meta({ description: "From 0 to 100; less than 70 is an error." }),
  errors: z.int(),
  warnings: z.int(),
  tokens: z.int(),
  staleness: z.enum(STALENESS_LEVELS).nullable().meta({ description: "Null if git was not available." }),
  written_at: z.iso.datetime(),
});
const DocumentPage = z.object({
  handoff_documents: z.array(ListedDocument),
  next_cursor: z.string().nullable().meta({ description: "Null on the last page." }),
});
const Document = ListedDocument.extend({
  markdown: z.string().nullable().meta({ description: "Null if content is not stored." }),
  index: z.string().nullable().meta({ description: "The page that a successor reads first." }),
  findings: z.array(Finding),
  staleness_reasons: z.array(z.string()),
});

const Query = z.strictObject({
  ...PAGE_QUERY,
  project: z.string().optional().meta({ description: "The project's folder, as listed." }),
  search: z.string().max(200).optional().meta({ description: "Part of the title, the task or the path." }),
});
const Cursor = z.object({ writtenAt: z.coerce.date(), documentId: z.string() });

/** Adds the routes of stored handoff documents, from which agents continue. */
export function addStoredHandoffDocumentRoutes(api: Api, context: ApiContext): void {
  const { db } = context;
  const common = { ...guardedBy(context, ["read"]), method: "get" as const, tags: ["handoff documents"] };
  const list = createRoute({
    ...common,
    path: "/handoff-documents",
    operationId: "listHandoffDocuments",
    summary: "Current handoff documents (newest first)",
    description: REDACTED,
    request: { query: Query },
    responses: responses(DocumentPage),
  });
  api.openapi(list, async (c) => {
    const { workspaceId } = c.get("key");
    const { limit, cursor, project, search } = c.req.valid("query");
    const redact = await findRedaction(context, workspaceId);
    const page = await listHandoffDocuments(db, {
      workspaceId,
      filter: { projectRoot: project, search },
      limit,
      cursor: readCursor(Cursor, cursor),
    });
    const answer = {
      handoff_documents: page.documents.map((document) => toListed(document, redact)),
      next_cursor: writeCursor(page.nextCursor),
    };
    return c.json(answer, 200, PRIVATE);
  });

  const get = createRoute({
    ...common,
    path: "/handoff-documents/{id}",
    operationId: "getHandoffDocument",
    summary: "A stored handoff document, and its index",
    description: REDACTED,
    request: { params: z.object({ id: z.string().meta({ description: "The `document_id`." }) }) },
    responses: responses(Document),
  });
  api.openapi(get, (c) => {
    const { workspaceId, keyId } = c.get("key");
    return limitOfKey(keyId, async () => {
      const stored = await getHandoffDocument(db, { workspaceId, documentId: c.req.valid("param").id });
      if (!stored) throw new Refusal(404, "no_such_document", "Handoff document not found.");
      const redact = await findRedaction(context, workspaceId);
      const markdown = stored.text && fromStorableText(stored.text);
      const answer = {
        ...toListed(stored, redact),
        markdown: markdown && redact(markdown),
        index: markdown && redact(renderHandoffIndex(parseHandoffDocument(markdown).document, null)),
        findings: stored.findings.map((finding) => ({ ...finding, message: redact(finding.message) })),
        staleness_reasons: stored.stalenessReasons,
      };
      return c.json(answer, 200, PRIVATE);
    });
  });
}

type Row = Pick<
  Awaited<ReturnType<typeof listHandoffDocuments>>["documents"][number],
  | "documentId"
  | "path"
  | "projectRoot"
  | "title"
  | "task"
  | "phase"
  | "score"
  | "errorCount"
  | "warningCount"
  | "tokens"
  | "staleness"
  | "writtenAt"
>;

function toListed(document: Row, redact: (text: string) => string): z.infer<typeof ListedDocument> {
  return {
    document_id: document.documentId,
    path: document.path,
    project: document.projectRoot,
    title: document.title && redact(document.title),
    task: document.task && redact(document.task),
    phase: document.phase,
    score: document.score,
    errors: document.errorCount,
    warnings: document.warningCount,
    tokens: document.tokens,
    staleness: document.staleness,
    written_at: document.writtenAt.toISOString(),
  };
}
