import { artifactDirectory, manifestTokens } from "@baton/core/manifest";
import { z } from "zod";
import { buildArtifact, renderManifest } from "./artifact";
import type { SampleData } from "./sample-data";
import type { SampleFile } from "./sample-file";
import { FUNCTIONS, render, Template } from "./template";

/** A change of the claims portal. `slip`: the mistake in its handoff, if there is one. */
export const Change = z.object({
  scope: z.string(),
  parts: z.tuple([z.string(), z.string()]),
  slip: z.enum(["required file left out", "nearly too large", "too large"]).nullable(),
});

/** Size up to which the manifest lists single files, because the agent forgot to name only the folder. */
const LISTED_TOKENS = { "nearly too large": 880, "too large": 1_120, "required file left out": 0 };

/** Writes the files of a change, and its manifest with its mistake. */
export function writeChange(
  data: SampleData,
  { scope, parts, slip }: z.infer<typeof Change>,
  at: number,
): SampleFile[] {
  const timestamp = new Date(at).toISOString();
  const folder = artifactDirectory({ agent: "frontend-developer", timestamp, scope });
  const template = data.yaml("portal-changes/part.yaml", Template);
  const Contents = z.record(z.string(), z.string());
  const rendered = parts.map((part) => render(template, { ...FUNCTIONS, part }, Contents));
  const sources = Object.fromEntries(rendered.flatMap((files) => Object.entries(files)));
  const listed = Object.keys(sources);
  const lines = Object.values(sources).reduce((sum, text) => sum + text.split("\n").length - 1, 0);
  const key_files = listed.filter((path) => path.endsWith(".tsx") && !path.includes(".test."));
  const context = { scope, folder, timestamp, lines, key_files, listed };
  const describe = () => renderManifest(data, "portal-changes/manifest.yaml", context);
  let manifest = describe();
  for (let number = 1; slip && manifestTokens(manifest) < LISTED_TOKENS[slip]; number += 1) {
    listed.push(`src/portal/${parts[0]}/variant-${String(number).padStart(2, "0")}.tsx`);
    manifest = describe();
  }
  const contract = render(data.text("portal-changes/contract.md"), { parts }, z.string());
  const contents = { ...sources, ...(slip !== "required file left out" && { "contract.md": contract }) };
  return buildArtifact(manifest, contents).files.map((file) =>
    file.path.endsWith("/manifest.json") ? { ...file, isByHand: slip !== null } : file,
  );
}
