import { HandoffManifest, manifestTokens } from "@baton/core/manifest";
import { countTokens, withContextBudget } from "@baton/core/tokens";
import type { SampleData } from "./sample-data";
import { type SampleFile, toJsonFile } from "./sample-file";
import { type Context, render, Template } from "./template";

/** One step of a workflow on disk, and its required reading in tokens. */
export interface Artifact {
  manifest: HandoffManifest;
  files: SampleFile[];
  /** The files that the manifest requires. */
  required: { path: string; tokens: number }[];
  manifestTokens: number;
  requiredTokens: number;
  fullTokens: number;
}

export function renderManifest(data: SampleData, path: string, context: Context): HandoffManifest {
  return render(data.yaml(path, Template), context, HandoffManifest);
}

/** Adds the context budget to a manifest, and its files by their paths below its folder. */
export function buildArtifact(
  manifest: HandoffManifest,
  contents: Readonly<Record<string, string>>,
): Artifact {
  const folder = manifest.artifacts_directory;
  const sumOf = (tokens: readonly number[]) => tokens.reduce((sum, count) => sum + count, 0);
  const required = (manifest.required_reading ?? []).map(({ file }) => ({
    path: `${folder}${file}`,
    tokens: countTokens(contents[file] ?? ""),
  }));
  const requiredTokens = sumOf(required.map(({ tokens }) => tokens));
  return {
    manifest,
    required,
    manifestTokens: manifestTokens(manifest),
    requiredTokens,
    fullTokens: sumOf(Object.values(contents).map((content) => countTokens(content))),
    files: [
      ...Object.entries(contents).map(([name, content]) => ({ path: `${folder}${name}`, content })),
      toJsonFile(`${folder}manifest.json`, withContextBudget(manifest, requiredTokens)),
    ],
  };
}
