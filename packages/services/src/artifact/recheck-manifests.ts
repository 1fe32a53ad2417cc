import { isDeepStrictEqual } from "node:util";
import { recheckSettings } from "@baton/core/internal";
import { type HandoffRollout, knownAgentsOf } from "@baton/core/manifest";
import type { Database } from "@baton/db";
import { lockCurrentManifests, updateManifestFindings } from "@baton/db/write";

/** Applies limits and known agents to the findings of all current manifests of a workspace. */
export async function recheckManifests(
  tx: Database,
  workspaceId: string,
  rollout: HandoffRollout,
): Promise<void> {
  const agents = new Set(knownAgentsOf(rollout));
  for (const stored of await lockCurrentManifests(tx, workspaceId)) {
    const { manifestId, fromAgent, findings: before, hasContent, phase, files, sizes } = stored;
    const view = { from_agent: fromAgent };
    const checked = recheckSettings(before, { view, agents, files, sizes, limits: rollout.budgets });
    // A message may quote the document.
    const findings = hasContent ? checked : checked.map((finding) => ({ ...finding, message: "" }));
    if (isDeepStrictEqual(findings, before)) continue;
    await updateManifestFindings(tx, { workspaceId, manifestId }, { findings, phase });
  }
}
