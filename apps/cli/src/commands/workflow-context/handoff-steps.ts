import { readdir } from "node:fs/promises";
import { dirname, join, posix, relative } from "node:path";
import { type ArtifactType, HandoffManifest } from "@baton/core/manifest";
import { readProjectManifests, validateManifestFolder } from "@baton/core/node";
import { AgentHandoffEvent } from "@baton/core/session";
import type { MeasuredHandoff } from "@baton/core/tokens";
import { readLines } from "../../lines";

/** A handoff of manifests with its size. */
export interface HandoffStep extends MeasuredHandoff {
  /** Paths of its manifests below the project's root. */
  artifacts: readonly string[];
  artifactType: ArtifactType | null;
}

/**
 * Measures every manifest of a project, oldest first, as if each was handed off once to all its receivers.
 * Skips files that are not manifests.
 * @param root absolute real path.
 */
export async function measureManifests(root: string): Promise<HandoffStep[]> {
  const others = await readProjectManifests(root);
  const steps: (HandoffStep & { writtenAt: number })[] = [];
  for (const { id } of others) {
    const report = await validateManifestFolder(dirname(id), { root, others });
    const parsed = HandoffManifest.safeParse(report?.document);
    if (!report?.sizes || !parsed.success) continue;
    const { from_agent, to_agents, artifact_type, timestamp } = parsed.data;
    const { manifestTokens, requiredReadingTokens, detailTokens } = report.sizes;
    steps.push({
      fromAgent: from_agent,
      toAgent: (to_agents ?? []).join(", "),
      artifactType: artifact_type,
      manifestTokens,
      requiredTokens: requiredReadingTokens ?? 0,
      fullTokens: detailTokens,
      artifacts: [relative(root, report.path)],
      writtenAt: Date.parse(timestamp),
    });
  }
  return steps.sort((a, b) => a.writtenAt - b.writtenAt);
}

/**
 * Reads the handoffs in the session files of a project, in file order. Counts the tokens of the manifests on
 * disk. If a manifest is missing, uses the sizes in the event and leaves the size of the full artifacts
 * unknown. Skips a handoff without either.
 */
export async function readHandoffs(
  root: string,
  workflowId: string,
  manifests: readonly HandoffStep[],
): Promise<HandoffStep[]> {
  const steps: HandoffStep[] = [];
  for (const path of await listSessionFiles(root)) {
    for await (const line of readLines(path)) {
      const event = readEvent(line);
      const step = event?.workflow_id === workflowId ? toStep(event, manifests) : null;
      if (step) steps.push(step);
    }
  }
  return steps;
}

function toStep(event: AgentHandoffEvent, manifests: readonly HandoffStep[]): HandoffStep | null {
  const artifacts = event.artifacts.map((path) => posix.normalize(path));
  const found = manifests.filter((step) => step.artifacts.some((path) => artifacts.includes(path)));
  const common = { fromAgent: event.from_agent, toAgent: event.to_agent, artifacts };
  if (found.length === 0) {
    const reported = event.context_budget;
    if (!reported) return null;
    const sizes = { manifestTokens: reported.manifest_tokens, requiredTokens: reported.required_tokens };
    return { ...common, ...sizes, artifactType: null, fullTokens: null };
  }
  const sum = (size: (step: HandoffStep) => number) => found.reduce((total, step) => total + size(step), 0);
  const areAllCounted = found.every(({ fullTokens }) => fullTokens !== null);
  return {
    ...common,
    artifactType: found[0]?.artifactType ?? null,
    manifestTokens: sum(({ manifestTokens }) => manifestTokens),
    requiredTokens: sum(({ requiredTokens }) => requiredTokens),
    fullTokens: areAllCounted ? sum(({ fullTokens }) => fullTokens ?? 0) : null,
  };
}

async function listSessionFiles(root: string): Promise<string[]> {
  const folder = join(root, "sessions");
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(folder, name));
}

/** Returns null for a line that is not a handoff of manifests. Other lines are not validated here. */
function readEvent(line: Uint8Array): AgentHandoffEvent | null {
  const text = new TextDecoder().decode(line);
  if (!text.includes("agent_handoff")) return null;
  try {
    return AgentHandoffEvent.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
