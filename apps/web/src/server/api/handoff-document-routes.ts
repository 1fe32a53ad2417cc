import { ContentFinding, Finding } from "@baton/core";
import {
  parseHandoffDocument,
  parseProgress,
  redactMarkdown,
  renderHandoffIndex,
  validateHandoff,
} from "@baton/core/handoff-document";
import { SecretScanner } from "@baton/core/secret-scanner";
import { Refusal } from "@baton/http";
import { createRoute, z } from "@hono/zod-openapi";
import { findContentPolicy } from "./content-policy";
import { type Api, type ApiContext, DOCUMENT_LIMITS, guardedBy, requireJson, responses } from "./create-api";

let scanner: SecretScanner | undefined;

const Markdown = z.string().meta({ description: "The handoff document." });

const Validated = z.object({
  ok: z.boolean().meta({ description: "True without findings." }),
  findings: z.array(Finding),
  score: z.int().meta({ description: "From 0 to 100; less than 70 is an error." }),
  points: z.record(z.string(), z.int()),
  lines: z.int(),
  tokens: z.int(),
});

const IndexRequest = z.object({
  markdown: Markdown,
  progress: z.string().optional().meta({ description: "The progress file of the phase, as JSON text." }),
});

const Index = z.object({
  index: z.string().meta({ description: "Markdown: what to do, what helps, what not to repeat." }),
  not_found: z.array(z.string()).meta({ description: "Sections that the document lacks." }),
  content_findings: z
    .array(ContentFinding)
    .meta({ description: "Matches of the live policy's content rules, without the text." }),
  content_failure: z.string().nullable().meta({
    description: "The reason why content rules could not be applied; null if all were.",
  }),
});

export function addHandoffDocumentRoutes(api: Api, context: ApiContext): void {
  const guard = guardedBy(context, ["evaluate"]);
  const common = {
    ...guard,
    middleware: [...guard.middleware, requireJson(DOCUMENT_LIMITS)],
    tags: ["handoff documents"],
  };

  const validate = createRoute({
    ...common,
    method: "post",
    path: "/handoff-documents/validate",
    operationId: "validateHandoffDocument",
    summary: "Finds what a handoff document lacks, and scores it",
    description:
      "Applies the content rules of the live policy. Cannot see the project: files count as present, and the age is unknown. Stores nothing.",
    request: {
      body: { required: true, content: { "application/json": { schema: z.object({ markdown: Markdown }) } } },
    },
    responses: responses(Validated),
  });
  api.openapi(validate, async (c) => {
    const { markdown } = c.req.valid("json");
    scanner ??= new SecretScanner();
    const contentPolicy = await findContentPolicy(context, c.get("key").workspaceId);
    const facts = { secrets: scanner, files: new Map(), staleness: null, contentPolicy };
    const { findings, score, lines, tokens } = validateHandoff(markdown, facts);
    const { total, points } = score;
    return c.json({ ok: findings.length === 0, findings, score: total, points, lines, tokens }, 200);
  });

  const index = createRoute({
    ...common,
    method: "post",
    path: "/handoff-documents/index",
    operationId: "indexHandoffDocument",
    summary: "The page that a successor reads first",
    description:
      "Contains nothing that the content rules of the live policy redact or block. Stores nothing.",
    request: { body: { required: true, content: { "application/json": { schema: IndexRequest } } } },
    responses: responses(Index),
  });
  api.openapi(index, async (c) => {
    const { markdown, progress } = c.req.valid("json");
    const { document, notFound } = parseHandoffDocument(markdown);
    const read = progress === undefined ? null : parseProgress(progress);
    if (read && !read.ok) {
      const { findings } = read;
      throw new Refusal(422, "refused", "The progress file is invalid. See the findings.", { findings });
    }
    const written = redactMarkdown(
      renderHandoffIndex(document, read?.progress ?? null),
      await findContentPolicy(context, c.get("key").workspaceId),
    );
    return c.json(
      {
        index: written.markdown,
        not_found: [...notFound],
        content_findings: [...written.findings],
        content_failure: written.failure,
      },
      200,
    );
  });
}
