import { Finding } from "@baton/core";
import { ARTIFACT_TYPES } from "@baton/core/manifest";
import { getManifest, listManifests, REVIEW_STATES } from "@baton/db";
import { Refusal } from "@baton/http";
import { fromStorableText } from "@baton/server/storable-text";
import { createRoute, z } from "@hono/zod-openapi";
import { describeFiles, parseOrNull } from "../describe-manifest";
import { findRedaction } from "./content-policy";
import { type Api, type ApiContext, guardedBy, PRIVATE, responses } from "./create-api";
import { PAGE_QUERY, readCursor, writeCursor } from "./page-cursor";
import { limitOfKey } from "./session-key";

export const REDACTED = "Contains nothing that the content rules of the live policy redact or block.";

const ListedManifest = z.object({
  manifest_id: z.string(),
  path: z.string(),
  project: z.string().meta({ description: "Folder that the paths in the manifest are relative to." }),
  from_agent: z.string().nullable(),
  artifact_type: z.enum(ARTIFACT_TYPES).nullable(),
  scope: z.string().nullable(),
  tokens: z.int(),
  errors: z.int(),
  warnings: z.int(),
  review: z.enum(REVIEW_STATES),
  written_at: z.iso.datetime(),
});
const ManifestPage = z.object({
  manifests: z.array(ListedManifest),
  next_cursor: z.string().nullable().meta({ description: "Null on the last page." }),
});
const Manifest = ListedManifest.extend({
  to_agents: z.array(z.string()),
  document: z.unknown().meta({ description: "The manifest; null if it is not stored, or not JSON." }),
  files: z
    .array(
      z.object({
        path: z.string(),
        uses: z.array(z.enum(["required", "optional", "detail"])),
        tokens: z.int().nullable().meta({ description: "Null if the file is missing or was not counted." }),
      }),
    )
    .nullable()
    .meta({ description: "The files that it names, without their content; null if they are unknown." }),
  findings: z.array(Finding),
});

const Query = z.strictObject({
  ...PAGE_QUERY,
  agent: z.string().optional().meta({ description: "The agent that wrote it." }),
  search: z.string().max(200).optional().meta({ description: "Part of the scope or the path." }),
});
const Cursor = z.object({ writtenAt: z.coerce.date(), manifestId: z.string() });

/** Adds the routes of stored manifests, for agents and programs that rely on them. */
export function addStoredManifestRoutes(api: Api, context: ApiContext): void {
  const { db } = context;
  const common = { ...guardedBy(context, ["read"]), method: "get" as const, tags: ["manifests"] };
  const list = createRoute({
    ...common,
    path: "/manifests",
    operationId: "listManifests",
    summary: "Current manifests (newest first)",
    description: REDACTED,
    request: { query: Query },
    responses: responses(ManifestPage),
  });
  api.openapi(list, async (c) => {
    const { workspaceId } = c.get("key");
    const { limit, cursor, ...filter } = c.req.valid("query");
    const redact = await findRedaction(context, workspaceId);
    const page = await listManifests(db, { workspaceId, filter, limit, cursor: readCursor(Cursor, cursor) });
    const answer = {
      manifests: page.manifests.map((manifest) => toListed(manifest, redact)),
      next_cursor: writeCursor(page.nextCursor),
    };
    return c.json(answer, 200, PRIVATE);
  });

  const get = createRoute({
    ...common,
    path: "/manifests/{id}",
    operationId: "getManifest",
    summary: "A stored manifest, with the sizes of its files",
    description: REDACTED,
    request: { params: z.object({ id: z.string().meta({ description: "The `manifest_id`." }) }) },
    responses: responses(Manifest),
  });
  api.openapi(get, (c) => {
    const { workspaceId, keyId } = c.get("key");
    return limitOfKey(keyId, async () => {
      const stored = await getManifest(db, { workspaceId, manifestId: c.req.valid("param").id });
      if (!stored) throw new Refusal(404, "no_such_manifest", "Manifest not found.");
      const redact = await findRedaction(context, workspaceId);
      const files = describeFiles(stored)?.first.map(({ file, uses }) => ({
        path: file.path,
        uses,
        tokens: file.state === "counted" ? file.tokens : null,
      }));
      const answer = {
        ...toListed(stored, redact),
        to_agents: stored.toAgents,
        document: parseOrNull(stored.text && redact(fromStorableText(stored.text))),
        files: files ?? null,
        findings: stored.findings.map((finding) => ({ ...finding, message: redact(finding.message) })),
      };
      return c.json(answer, 200, PRIVATE);
    });
  });
}

type Row = Awaited<ReturnType<typeof listManifests>>["manifests"][number];

function toListed(manifest: Row, redact: (text: string) => string): z.infer<typeof ListedManifest> {
  return {
    manifest_id: manifest.manifestId,
    path: manifest.path,
    project: manifest.projectRoot,
    from_agent: manifest.fromAgent,
    artifact_type: manifest.artifactType,
    scope: manifest.scope && redact(manifest.scope),
    tokens: manifest.manifestTokens,
    errors: manifest.errorCount,
    warnings: manifest.warningCount,
    review: manifest.review,
    written_at: manifest.writtenAt.toISOString(),
  };
}
