import { artifactAddress } from "@baton/core/manifest";
import { pageOfAddress } from "./page-of-address";

/** Returns the page of an artifact's version; without a number, that of the newest one. */
export function pageOfArtifact(
  workspace: string,
  artifact: { agent: string; scope: string },
  version: number | null,
): string {
  return pageOfAddress(workspace, artifactAddress(artifact, version));
}
