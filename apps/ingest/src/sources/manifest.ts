import { ARTIFACT_TYPES, manifestTokens, projectRootOf } from "@baton/core/manifest";
import { z } from "zod";
import type { DocumentFormat } from "./source-format";

const Text = z.string().min(1).nullable().catch(null);

/** Readable columns of a manifest. Findings describe its errors. */
const Manifest = z.looseObject({
  from_agent: Text,
  to_agents: z.array(z.string()).catch([]),
  artifact_type: z.enum(ARTIFACT_TYPES).nullable().catch(null),
  scope: Text,
  timestamp: Text,
});

/** `artifacts/…/manifest.json`: the summary an agent passes instead of its full artifacts. */
export const manifest: DocumentFormat = {
  kind: "document",
  name: "manifest",
  about: { files: "artifacts/**/manifest.json", version: "Baton" },
  ownsPath: (path) => /(?:^|\/)artifacts\/(?:.+\/)?manifest\.json$/.test(path),
  readDocument: (json, path) => {
    const parsed = Manifest.safeParse(json);
    if (!parsed.success) {
      return { ok: false, problem: { code: "schema_error", message: "a manifest is a JSON object" } };
    }
    const { from_agent, to_agents, artifact_type, scope, timestamp } = parsed.data;
    return {
      ok: true,
      facts: {
        fromAgent: from_agent,
        toAgents: to_agents,
        artifactType: artifact_type,
        scope,
        timestamp,
        projectRoot: projectRootOf(path) ?? "/",
        scopeOfFolder: scopeOfFolder(path),
        manifestTokens: manifestTokens(json),
      },
    };
  },
};

const DATE_AND_TIME = /^\d{4}-?\d{2}-?\d{2}(?:[T_-]?\d{2}[:-]?\d{2}(?:[:-]?\d{2})?(?:\.\d+)?Z?)?[_-]/;

/** Returns the scope in the folder name `{timestamp}-{scope}`. */
function scopeOfFolder(path: string): string | null {
  const folder = path.split("/").at(-2) ?? "";
  const scope = folder.replace(DATE_AND_TIME, "");
  return scope === "" || scope === folder ? null : scope;
}
