import { countTokens } from "@baton/core";
import { z } from "zod";
import type { DocumentFormat } from "./source-format";

const Manifest = z.record(z.string(), z.unknown());

/** `artifacts/…/manifest.json`: what an agent hands over in place of its full artifacts. */
export const manifest: DocumentFormat = {
  kind: "document",
  name: "manifest",
  ownsPath: (path) => /(?:^|\/)artifacts\/(?:.+\/)?manifest\.json$/.test(path),
  readDocument: (json, path) => {
    const parsed = Manifest.safeParse(json);
    if (!parsed.success) {
      return { ok: false, problem: { code: "schema_error", message: "a manifest is a JSON object" } };
    }
    const { context_budget, ...counted } = parsed.data;
    return {
      ok: true,
      facts: {
        projectRoot: projectRootOf(path),
        fromAgent: textOrNull(counted.from_agent),
        artifactType: textOrNull(counted.artifact_type),
        scope: scopeOf(path),
        manifestTokens: countTokens(JSON.stringify(counted)),
        timestamp: textOrNull(counted.timestamp),
      },
    };
  },
};

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The parent of the nearest `artifacts/` folder. */
function projectRootOf(path: string): string {
  const folders = path.split("/");
  return folders.slice(0, folders.lastIndexOf("artifacts")).join("/") || "/";
}

const DATE_AND_TIME = /^\d{4}-?\d{2}-?\d{2}(?:[T_-]?\d{2}[:-]?\d{2}(?:[:-]?\d{2})?(?:\.\d+)?Z?)?[_-]/;

/** The manifest's folder is named `{timestamp}-{scope}`. */
function scopeOf(path: string): string | null {
  const folder = path.split("/").at(-2) ?? "";
  const scope = folder.replace(DATE_AND_TIME, "");
  return scope === "" || scope === folder ? null : scope;
}
