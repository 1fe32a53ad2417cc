import { countOf } from "@baton/core/internal";
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { addTool } from "../add-tool";
import type { BatonApi } from "../baton-api";
import { describeManifest } from "../describe-manifest";
import { ToolError } from "../tool-error";

const PREFIX = "baton://workspace/";
/** Documents of each kind that the list of resources has. */
const MAX_RESOURCES = 50;

const Manifest = z.looseObject({
  manifest_id: z.string(),
  path: z.string(),
  from_agent: z.string().nullable(),
  scope: z.string().nullable(),
  errors: z.number(),
  written_at: z.string(),
});
const Manifests = z.object({ manifests: z.array(Manifest), next_cursor: z.string().nullable() });
const OpenedManifest = Manifest.extend({
  document: z.unknown(),
  files: z
    .array(z.object({ path: z.string(), uses: z.array(z.string()), tokens: z.number().nullable() }))
    .nullable(),
  findings: z.array(
    z.object({ code: z.string(), severity: z.string(), path: z.string(), message: z.string() }),
  ),
});

const HandoffDocument = z.looseObject({
  document_id: z.string(),
  path: z.string(),
  title: z.string().nullable(),
  written_at: z.string(),
});
const HandoffDocuments = z.object({ handoff_documents: z.array(HandoffDocument) });
const OpenedHandoffDocument = HandoffDocument.extend({
  markdown: z.string().nullable(),
  index: z.string().nullable(),
  staleness: z.string().nullable(),
  staleness_reasons: z.array(z.string()),
});

const NOT_STORED = "Its content is not stored: ingest runs with BATON_STORE_CONTENT=false.";

/** Adds `open_manifest` and `latest_handoff` for the documents of a workspace, which are resources too. */
export function addWorkspaceDocuments(server: McpServer, api: BatonApi): void {
  addTool(server, {
    name: "open_manifest",
    title: "Open a manifest",
    description:
      "Summary of another agent's work: result, decisions, and its files with their sizes. Without an ID: the newest manifests.",
    input: z.object({
      manifest: z.string().min(1).optional().describe("Its ID, as this tool lists it."),
      agent: z.string().min(1).optional().describe("Without an ID: only manifests of this agent."),
      search: z.string().max(200).optional().describe("Without an ID: part of the scope or the path."),
      limit: z.int().min(1).max(50).default(20),
      detail: z.boolean().default(false).describe("True adds the whole document."),
    }),
    isReadOnly: true,
    run: async ({ manifest, detail, ...query }) =>
      manifest === undefined ? listManifests(api, query) : openManifest(api, manifest, detail),
  });
  addTool(server, {
    name: "latest_handoff",
    title: "Latest handoff document",
    description:
      "The newest handoff document: the next action, what helps, and what not to repeat. With detail: the whole document.",
    input: z.object({
      project: z.string().min(1).optional().describe("Folder of a project; without it, any project."),
      detail: z.boolean().default(false),
    }),
    isReadOnly: true,
    run: async ({ project, detail }) => {
      const query = { project, limit: 1 };
      const { handoff_documents } = await api.get(HandoffDocuments, ["handoff-documents"], query);
      const [newest] = handoff_documents;
      if (!newest) throw new ToolError("Baton has no handoff document of this project.");
      const opened = await getHandoffDocument(api, newest.document_id);
      const { path, written_at, staleness, staleness_reasons: reasons, index, markdown } = opened;
      const age = [staleness ?? "unknown age", ...(reasons.length > 0 ? [reasons.join("; ")] : [])];
      const shown = (detail ? markdown : index) ?? NOT_STORED;
      return { text: `${path}, of ${written_at.slice(0, 10)}. ${age.join(": ")}.\n\n${shown}` };
    },
  });
  addResources(server, api);
}

async function listManifests(
  api: BatonApi,
  query: { agent?: string | undefined; search?: string | undefined; limit: number },
) {
  const { manifests, next_cursor } = await api.get(Manifests, ["manifests"], query);
  if (manifests.length === 0) return { text: "No manifests match." };
  const lines = manifests.map(
    ({ manifest_id, path, from_agent, errors, written_at }) =>
      `- ${manifest_id}: ${path} (${from_agent ?? "an unnamed agent"}, ${written_at.slice(0, 10)}, ${errors === 0 ? "valid" : countOf(errors, "error")})`,
  );
  const more = next_cursor === null ? [] : ["There are more: search for an agent or a text."];
  return { text: ["Manifests, newest first:", ...lines, ...more].join("\n") };
}

async function openManifest(api: BatonApi, id: string, detail: boolean) {
  const { document, files, findings } = await getManifest(api, id);
  if (document === null) return { text: NOT_STORED };
  const problems = findings
    .filter(({ severity }) => severity === "error")
    .map(({ code, path, message }) => `${code} at ${path}: ${message}`);
  const described = (files ?? []).map(
    ({ path, uses, tokens }) => `${path} (${uses.join(", ")}, ${tokens ?? "unknown"} tokens)`,
  );
  return {
    text: describeManifest(document, { problems, files: described }),
    details: detail ? document : undefined,
  };
}

function getManifest(api: BatonApi, id: string) {
  return api.get(OpenedManifest, ["manifests", id]);
}

function getHandoffDocument(api: BatonApi, id: string) {
  return api.get(OpenedHandoffDocument, ["handoff-documents", id]);
}

/** Adds the resources `baton://workspace/manifests/{id}` and `baton://workspace/handoff-documents/{id}`. */
function addResources(server: McpServer, api: BatonApi): void {
  const limit = MAX_RESOURCES;
  const manifests = `${PREFIX}manifests/`;
  server.registerResource(
    "manifests",
    new ResourceTemplate(`${manifests}{id}`, {
      list: async () => ({
        resources: (await api.get(Manifests, ["manifests"], { limit })).manifests.map(
          ({ manifest_id, path, scope, written_at }) => ({
            uri: `${manifests}${manifest_id}`,
            name: path,
            description: describe("manifest", written_at, scope),
            mimeType: "application/json",
          }),
        ),
      }),
    }),
    { title: "Manifests", description: "Structured summaries of agents' work." },
    async ({ href }, { id }) => {
      const { document } = await getManifest(api, String(id));
      if (document === null) throw new ToolError(NOT_STORED);
      const text = JSON.stringify(document, null, 2);
      return { contents: [{ uri: href, mimeType: "application/json", text }] };
    },
  );
  const documents = `${PREFIX}handoff-documents/`;
  server.registerResource(
    "handoff-documents",
    new ResourceTemplate(`${documents}{id}`, {
      list: async () => ({
        resources: (await api.get(HandoffDocuments, ["handoff-documents"], { limit })).handoff_documents.map(
          ({ document_id, path, title, written_at }) => ({
            uri: `${documents}${document_id}`,
            name: path,
            description: describe("handoff document", written_at, title),
            mimeType: "text/markdown",
          }),
        ),
      }),
    }),
    { title: "Handoff documents", description: "Notes for the agent that continues." },
    async ({ href }, { id }) => {
      const { markdown } = await getHandoffDocument(api, String(id));
      if (markdown === null) throw new ToolError(NOT_STORED);
      return { contents: [{ uri: href, mimeType: "text/markdown", text: markdown }] };
    },
  );
}

function describe(kind: string, writtenAt: string, about: string | null): string {
  return `${kind} of ${writtenAt.slice(0, 10)}${about === null ? "" : `: ${about}`}`;
}
