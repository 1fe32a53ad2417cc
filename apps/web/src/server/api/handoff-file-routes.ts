import { createHash } from "node:crypto";
import { Finding } from "@baton/core";
import {
  chainHandoffs,
  completedHandoffs,
  describeOffloaded,
  parseHandoffDocument,
  renderOffloaded,
  startProgress,
} from "@baton/core/handoff-document";
import { parseTimestamp } from "@baton/core/internal";
import { createRoute, z } from "@hono/zod-openapi";
import { type Api, type ApiContext, responses } from "./create-api";
import { describeHandoffRoutes, readProgress } from "./handoff-step-routes";

const Path = z.string().min(1).max(4_096);

const ArchiveRequest = z.object({
  documents: z.array(Path).max(1_000).meta({
    description: "File names in `handoffs/`, such as `phase-2-handoff.md`.",
  }),
  progress: z.array(z.string()).max(1_000).meta({
    description: "The progress files of the task, each as JSON text.",
  }),
});
const Archive = z.object({
  moves: z
    .array(z.object({ from: z.string(), to: z.string() }))
    .meta({ description: "Documents of completed phases, and the places to move them to." }),
});

const ChainRequest = z.object({
  documents: z.array(z.object({ path: Path, markdown: z.string() })).max(1_000),
});
const Chain = z.object({
  chains: z.array(z.array(z.string())).meta({ description: "Paths of each chain, newest first." }),
  findings: z.array(Finding),
});

const StartRequest = z.object({
  phase: z.string().min(1),
  name: z.string().optional(),
  objectives: z.array(z.string().min(1)).min(1).max(1_000),
});
const Started = z.object({ progress: z.unknown().meta({ description: "Content of the progress file." }) });

const OffloadRequest = z.object({
  text: z.string().min(1),
  folder: Path.default(".baton/offloaded").meta({ description: "The folder in which you keep the text." }),
});
const Offloaded = z.object({
  path: z.string().meta({ description: "The file to write the text to, named by its SHA-256." }),
  sha256: z.string(),
  tokens: z.int(),
  replacement: z.string().meta({ description: "The text for the context." }),
});

/** Adds steps of the handoff life that concern files. They compute what to write or move, and store nothing. */
export function addHandoffFileRoutes(api: Api, context: ApiContext): void {
  const { common, bodyOf } = describeHandoffRoutes(context);

  const archive = createRoute({
    ...common,
    path: "/handoff-documents/archive",
    operationId: "archiveHandoffDocuments",
    summary: "The documents of completed phases, and where to move them",
    request: bodyOf(ArchiveRequest),
    responses: responses(Archive),
  });
  api.openapi(archive, (c) => {
    const { documents, progress } = c.req.valid("json");
    const moves = completedHandoffs(documents, progress.map(readProgress)).map((name) => ({
      from: `handoffs/${name}`,
      to: `handoffs/archive/${name}`,
    }));
    return c.json({ moves }, 200);
  });

  const chain = createRoute({
    ...common,
    path: "/handoff-documents/chain",
    operationId: "chainHandoffDocuments",
    summary: "Handoff documents in order of succession",
    request: bodyOf(ChainRequest),
    responses: responses(Chain),
  });
  api.openapi(chain, (c) => {
    const links = c.req.valid("json").documents.map(({ path, markdown }) => {
      const { frontMatter } = parseHandoffDocument(markdown).document;
      const created = parseTimestamp(frontMatter.created_at, Number.POSITIVE_INFINITY);
      const createdAt = created.ok ? created.milliseconds : null;
      return { path, predecessor: frontMatter.predecessor ?? null, createdAt };
    });
    return c.json(chainHandoffs(links), 200);
  });

  const start = createRoute({
    ...common,
    path: "/progress/new",
    operationId: "startProgress",
    summary: "The progress file of a phase, none of its goals started",
    request: bodyOf(StartRequest),
    responses: responses(Started),
  });
  api.openapi(start, (c) => {
    const progress = startProgress(c.req.valid("json"), new Date().toISOString());
    return c.json({ progress }, 200);
  });

  const offload = createRoute({
    ...common,
    path: "/text/offload",
    operationId: "offloadText",
    tags: ["tokens"],
    summary: "The replacement of a large text in a context, and the file to keep it in",
    request: bodyOf(OffloadRequest),
    responses: responses(Offloaded),
  });
  api.openapi(offload, (c) => {
    const { text, folder } = c.req.valid("json");
    const sha256 = createHash("sha256").update(text).digest("hex");
    const offloaded = describeOffloaded(text, `${folder.replace(/\/+$/, "")}/${sha256}.txt`, sha256);
    const { path, tokens } = offloaded;
    return c.json({ path, sha256, tokens, replacement: renderOffloaded(offloaded) }, 200);
  });
}
