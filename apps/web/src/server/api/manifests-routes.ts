import { AgentId, Finding } from "@baton/core";
import {
  evaluateGate,
  knownAgentsOf,
  MAX_MANIFEST_BYTES,
  MAX_MANIFEST_VALUES,
  measureManifest,
  needsApproval,
  phaseOf,
  ROLLOUT_PHASES,
  validateManifest,
  viewManifest,
} from "@baton/core/manifest";
import { SecretScanner } from "@baton/core/secret-scanner";
import { getRollout } from "@baton/db";
import { recordGateRun } from "@baton/services/artifact/record-gate-run";
import { createRoute, z } from "@hono/zod-openapi";
import { findContentPolicy } from "./content-policy";
import { type Api, type ApiContext, guardedBy, requireJson, responses } from "./create-api";

let scanner: SecretScanner | undefined;

const ManifestRequest = z.object({
  manifest: z.unknown().meta({ description: "The manifest.json document." }),
  agents: z
    .array(AgentId)
    .optional()
    .meta({ description: "Known agent IDs (default: those of the workspace)." }),
});

const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: "SHA-256 of the bytes of manifest.json, in hex." });
const ManifestPath = z.string().min(1).max(4_096);

const GateRequest = ManifestRequest.extend({
  sha256: Sha256.optional().meta({
    description:
      "SHA-256 of the bytes of manifest.json, in hex. With it, the review of the manifest counts, and the run is recorded.",
  }),
  path: ManifestPath.optional().meta({ description: "Path of the manifest, for the record of the run." }),
});

const GateRunRequest = z.object({
  sha256: Sha256,
  path: ManifestPath,
  agent: AgentId.nullable().meta({ description: "The agent that wrote the manifest." }),
  phase: z.enum(ROLLOUT_PHASES).meta({ description: "The phase in which the program decided." }),
  needs_approval: z.boolean(),
  findings: z
    .array(z.object({ code: z.string().min(1).max(100), severity: Finding.shape.severity }))
    .max(1_000),
});

const GateRunAnswer = z.object({
  review: z.enum(["not_reviewed", "approved", "sent_back"]),
  passes: z.boolean().meta({ description: "True if the workflow may continue." }),
});

const Verdict = z.object({
  ok: z.boolean().meta({ description: "True without error findings." }),
  findings: z.array(Finding),
  manifest_tokens: z.int().nullable(),
});

const Gate = Verdict.extend({
  phase: z.enum(ROLLOUT_PHASES).meta({ description: "The rollout phase of the manifest's agent." }),
  passes: z.boolean().meta({ description: "True if the workflow may continue." }),
});

export function addManifestRoutes(api: Api, context: ApiContext): void {
  const { db } = context;
  const guard = guardedBy(context, ["evaluate"]);
  const limits = { maxBytes: MAX_MANIFEST_BYTES, maxValues: MAX_MANIFEST_VALUES };
  const common = {
    ...guard,
    middleware: [...guard.middleware, requireJson(limits)],
    tags: ["manifests"],
    request: {
      body: { required: true, content: { "application/json": { schema: ManifestRequest } } },
    },
  };
  const check = async (workspaceId: string, { manifest, agents }: z.infer<typeof ManifestRequest>) => {
    scanner ??= new SecretScanner();
    const { rollout } = await getRollout(db, { workspaceId });
    const contentPolicy = await findContentPolicy(context, workspaceId);
    const registry = agents ?? knownAgentsOf(rollout);
    const given = { limits: rollout.budgets, agents: registry, secretFinder: scanner, contentPolicy };
    const findings = validateManifest(manifest, given);
    const ok = findings.every(({ severity }) => severity !== "error");
    const { manifestTokens: manifest_tokens } = measureManifest(manifest);
    return { rollout, verdict: { ok, findings, manifest_tokens } };
  };

  const validate = createRoute({
    ...common,
    method: "post",
    path: "/manifests/validate",
    operationId: "validateManifest",
    summary: "Validates a manifest with the limits and content rules of the workspace",
    description: "Checks only the names of files in the manifest. Stores nothing.",
    responses: responses(Verdict),
  });
  api.openapi(validate, async (c) => {
    const { verdict } = await check(c.get("key").workspaceId, c.req.valid("json"));
    return c.json(verdict, 200);
  });

  const gate = createRoute({
    ...common,
    request: { body: { required: true, content: { "application/json": { schema: GateRequest } } } },
    method: "post",
    path: "/manifests/gate",
    operationId: "gateManifest",
    summary: "Decides if a workflow may continue with a manifest, by the rollout phase of its agent",
    description:
      "Validates like /manifests/validate. In phase `warn`, errors are warnings. A manifest that was sent back, or that lacks a required approval, never passes.",
    responses: responses(Gate),
  });
  api.openapi(gate, async (c) => {
    const { sha256, path = "manifest.json", ...given } = c.req.valid("json");
    const { workspaceId, name: ranBy } = c.get("key");
    const { rollout, verdict } = await check(workspaceId, given);
    const agent = viewManifest(given.manifest).from_agent;
    const phase = phaseOf(rollout, agent);
    const isRequired = needsApproval(rollout, agent);
    const { findings: found } = verdict;
    const run = { workspaceId, path, agent, phase, needsApproval: isRequired, findings: found, ranBy };
    const review = sha256 ? (await recordGateRun(db, { ...run, sha256 })).review : "unknown";
    const { passes, findings } = evaluateGate(found, phase, { review, isRequired });
    return c.json({ ...verdict, phase, passes, findings: [...findings] }, 200);
  });

  const gateRun = createRoute({
    ...guard,
    middleware: [...guard.middleware, requireJson({ maxBytes: 256 * 1024 })],
    method: "post",
    path: "/manifests/gate-runs",
    operationId: "recordGateRun",
    tags: ["manifests"],
    summary: "Records a run of the gate in another program, and returns the review of the manifest",
    description: "Baton finds the manifest by the SHA-256 of its file, and shows its runs on its page.",
    request: { body: { required: true, content: { "application/json": { schema: GateRunRequest } } } },
    responses: responses(GateRunAnswer),
  });
  api.openapi(gateRun, async (c) => {
    const { needs_approval, findings, ...given } = c.req.valid("json");
    const { workspaceId, name: ranBy } = c.get("key");
    const found = findings.map((finding) => ({ ...finding, path: "", message: "", hint: "" }));
    const run = { ...given, workspaceId, ranBy, needsApproval: needs_approval, findings: found };
    return c.json(await recordGateRun(db, run), 200);
  });
}
