import { AgentId, Finding } from "@baton/core";
import {
  MAX_MANIFEST_BYTES,
  MAX_MANIFEST_VALUES,
  measureManifest,
  validateManifest,
} from "@baton/core/manifest";
import { switchSetting } from "@baton/core/policy";
import { SecretScanner } from "@baton/core/secret-scanner";
import { getRollout } from "@baton/db";
import { createRoute, z } from "@hono/zod-openapi";
import { type Api, type ApiContext, guardedBy, requireJson, responses } from "./create-api";
import { findLivePolicy } from "./live-policy";

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

export function addValidateManifestRoute(api: Api, context: ApiContext): void {
  const { db } = context;
  const guard = guardedBy(context, ["evaluate"]);
  const limits = { maxBytes: MAX_MANIFEST_BYTES, maxValues: MAX_MANIFEST_VALUES };
  const route = createRoute({
    ...guard,
    middleware: [...guard.middleware, requireJson(limits)],
    method: "post",
    path: "/manifests/validate",
    operationId: "validateManifest",
    tags: ["manifests"],
    summary: "Validates a manifest with the limits and content rules of the workspace",
    description: "Checks only the names of files in the manifest. Stores nothing.",
    request: { body: { required: true, content: { "application/json": { schema: ManifestRequest } } } },
    responses: responses(Verdict),
  });
  api.openapi(route, async (c) => {
    const { manifest, agents } = c.req.valid("json");
    const { workspaceId } = c.get("key");
    scanner ??= new SecretScanner();
    const { rollout } = await getRollout(db, { workspaceId });
    const live = await findLivePolicy(db, workspaceId);
    const contentPolicy = live?.ok && switchSetting(live.switch) !== "off" ? live.compiled : undefined;
    const given = { limits: rollout.budgets, agents, secretFinder: scanner, contentPolicy };
    const findings = validateManifest(manifest, given);
    const ok = findings.every(({ severity }) => severity !== "error");
    return c.json({ ok, findings, manifest_tokens: measureManifest(manifest).manifestTokens }, 200);
  });
}
