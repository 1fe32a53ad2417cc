import { AgentId, Finding, MAX_MANIFEST_VALUES, measureManifest, validateManifest } from "@baton/core";
import { SecretScanner } from "@baton/core/secret-scanner";
import { getRollout } from "@baton/db";
import { z } from "zod";
import { defineCommand } from "./api-route";

const MAX_AGENTS = 10_000;
/** Secrets are looked for in each layer of what is escaped. */
const MAX_BYTES = 512 * 1024;

let scanner: SecretScanner | undefined;

export const validateManifestRoute = defineCommand({
  method: "POST",
  path: "/manifests/validate",
  summary:
    "What is wrong with a manifest, by the limits of the workspace. Files that it names are judged by their names alone. Nothing is stored.",
  scopes: ["evaluate"],
  maxValues: MAX_MANIFEST_VALUES,
  maxBytes: MAX_BYTES,
  body: z.object({
    manifest: z.unknown().meta({ description: "The document manifest.json." }),
    agents: z.array(AgentId).max(MAX_AGENTS).optional().meta({ description: "The agents that are known." }),
  }),
  answer: z.object({
    ok: z.boolean().meta({ description: "Whether there is no error among the findings." }),
    findings: z.array(Finding),
    manifest_tokens: z.int().nullable(),
  }),
  handle: async ({ db }, { workspaceId, body: { manifest, agents } }) => {
    scanner ??= new SecretScanner();
    const { rollout } = await getRollout(db, { workspaceId });
    const given = { limits: rollout.budgets, agents, secretFinder: scanner };
    const findings = validateManifest(manifest, given);
    const ok = findings.every(({ severity }) => severity !== "error");
    return Response.json({ ok, findings, manifest_tokens: measureManifest(manifest).manifestTokens });
  },
});
