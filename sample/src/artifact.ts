import { countTokens, HandoffManifest, manifestTokens, withContextBudget } from "@baton/core";
import { requireMatch } from "./require-match";
import type { SampleData } from "./sample-data";
import { type SampleFile, toJsonFile } from "./sample-file";
import { type Context, render, Template } from "./template";

/** Contents of files, by their paths below an artifact's folder. */
export type Contents = Readonly<Record<string, string>>;

/** What one step of a workflow leaves on disk, and how much of it the next agent has to read, in tokens. */
export interface Artifact {
  manifest: HandoffManifest;
  files: SampleFile[];
  /** The files that the manifest requires. */
  required: { path: string; tokens: number }[];
  manifestTokens: number;
  requiredTokens: number;
  fullTokens: number;
}

/** Renders a manifest from its template. */
export function renderManifest(data: SampleData, path: string, context: Context): HandoffManifest {
  return requireMatch(HandoffManifest, render(data.yaml(path, Template), context));
}

/** Puts a manifest with its context budget beside its files. */
export function buildArtifact(manifest: HandoffManifest, contents: Contents): Artifact {
  const folder = manifest.artifacts_directory;
  const required = (manifest.required_reading ?? []).map(({ file }) => ({
    path: `${folder}${file}`,
    tokens: countTokens(contents[file] ?? ""),
  }));
  const requiredTokens = required.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    manifest,
    required,
    manifestTokens: manifestTokens(manifest),
    requiredTokens,
    fullTokens: Object.values(contents).reduce((sum, content) => sum + countTokens(content), 0),
    files: [
      ...Object.entries(contents).map(([name, content]) => ({ path: `${folder}${name}`, content })),
      toJsonFile(`${folder}manifest.json`, withContextBudget(manifest, requiredTokens)),
    ],
  };
}
