import { artifactAddress } from "@baton/core/manifest";
import { pageOfAddress } from "./page-of-address";

/** Returns the page of a version of an artifact; without a number, that of its newest version. */
export function pageOfArtifact(
  workspace: string,
  artifact: { agent: string; scope: string },
  version: number | null,
): string {
  return pageOfAddress(workspace, artifactAddress(artifact, version));
}
