import { AgentId, Finding } from "@baton/core";
import {
  ARTIFACT_TYPES,
  compactArtifact,
  HandoffManifest,
  ManifestSources,
  rephraseManifest,
} from "@baton/core/manifest";
import { createRoute, z } from "@hono/zod-openapi";
import { findRedaction } from "./content-policy";
import { type Api, type ApiContext, DOCUMENT_LIMITS, guardedBy, requireJson, responses } from "./create-api";
import { describeSummarizerCost, Rephrase, requireSummarizer, SummarizerCost } from "./summarizer";

const CompressRequest = z.object({
  agent: AgentId.meta({ description: "The agent that wrote the files." }),
  type: z.enum(ARTIFACT_TYPES),
  scope: z.string().min(1).meta({ description: "Subject of the artifact, in at most 100 characters." }),
  files: z
    .array(z.object({ path: z.string().min(1).max(4_096), text: z.string() }))
    .min(1)
    .max(200)
    .meta({ description: "Markdown or standard YAML." }),
  to: z.array(AgentId).default([]).meta({ description: "The agents that will read it." }),
  timestamp: z.iso.datetime({ offset: true }).optional().meta({ description: "Default: server time." }),
  rephrase: Rephrase,
});

const Compressed = z.object({
  manifest: HandoffManifest.nullable().meta({ description: "Null if no valid manifest is possible." }),
  sources: ManifestSources.meta({ description: "Lines of each text, and what was left out." }),
  findings: z.array(Finding),
  summarizer: SummarizerCost,
});

export function addCompressManifestRoute(api: Api, context: ApiContext): void {
  const guard = guardedBy(context, ["evaluate"]);
  const route = createRoute({
    ...guard,
    middleware: [...guard.middleware, requireJson(DOCUMENT_LIMITS)],
    method: "post",
    path: "/manifests/compress",
    operationId: "compressManifest",
    tags: ["manifests"],
    summary: "A manifest of full artifacts",
    description: "Redacts the files by the content rules of the live policy first. Stores nothing.",
    request: { body: { required: true, content: { "application/json": { schema: CompressRequest } } } },
    responses: responses(Compressed),
  });
  api.openapi(route, async (c) => {
    const { agent, type, scope, files, to, timestamp, rephrase } = c.req.valid("json");
    const { workspaceId } = c.get("key");
    const redact = await findRedaction(context, workspaceId);
    const extracted = compactArtifact({
      agent,
      type,
      scope,
      files: files.map(({ path, text }) => ({ path, text: redact(text) })),
      timestamp: timestamp ?? new Date().toISOString(),
      toAgents: to,
    });
    const { manifest, sources, findings } = rephrase
      ? await rephraseManifest(extracted, requireSummarizer())
      : extracted;
    const { model_tokens: tokens, model_output_tokens: outputTokens, model } = sources;
    const summarizer = await describeSummarizerCost(context, workspaceId, { tokens, outputTokens, model });
    return c.json({ manifest, sources, findings: [...findings], summarizer }, 200);
  });
}
