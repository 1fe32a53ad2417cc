import { AgentId, Finding } from "@baton/core";
import {
  evaluateGate,
  MAX_MANIFEST_BYTES,
  MAX_MANIFEST_VALUES,
  measureManifest,
  phaseOf,
  ROLLOUT_PHASES,
  validateManifest,
  viewManifest,
} from "@baton/core/manifest";
import { SecretScanner } from "@baton/core/secret-scanner";
import { getRollout } from "@baton/db";
import { createRoute, z } from "@hono/zod-openapi";
import { findContentPolicy } from "./content-policy";
import { type Api, type ApiContext, guardedBy, requireJson, responses } from "./create-api";

let scanner: SecretScanner | undefined;

const ManifestRequest = z.object({
  manifest: z.unknown().meta({ description: "The manifest.json document." }),
  agents: z.array(AgentId).optional().meta({ description: "Known agent IDs." }),
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
    const given = { limits: rollout.budgets, agents, secretFinder: scanner, contentPolicy };
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
    method: "post",
    path: "/manifests/gate",
    operationId: "gateManifest",
    summary: "Decides if a workflow may continue with a manifest, by the rollout phase of its agent",
    description: "Validates like /manifests/validate. In phase `warn`, errors are warnings. Stores nothing.",
    responses: responses(Gate),
  });
  api.openapi(gate, async (c) => {
    const given = c.req.valid("json");
    const { rollout, verdict } = await check(c.get("key").workspaceId, given);
    const agent = viewManifest(given.manifest).from_agent;
    const { phase, passes, findings } = evaluateGate(verdict.findings, phaseOf(rollout, agent));
    return c.json({ ...verdict, phase, passes, findings: [...findings] }, 200);
  });
}
