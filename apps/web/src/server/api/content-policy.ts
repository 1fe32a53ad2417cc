import type { CompiledPolicy, Finding } from "@baton/core";
import { redactMarkdown } from "@baton/core/handoff-document";
import { Refusal } from "@baton/http";
import type { ApiContext } from "./create-api";
import { findLivePolicy, type LivePolicy } from "./live-policy";

/** Returns the live policy, which is kept until it changes; null if none was published. */
function findKeptPolicy({ db, changes }: ApiContext, workspaceId: string): Promise<LivePolicy | null> {
  const read = async () => ({ value: await findLivePolicy(db, workspaceId), workspaceId });
  return changes.policies.find(workspaceId, read);
}

/**
 * Returns the policy whose content rules apply to documents, as its switch says; undefined if none was published.
 *
 * @throws Refusal 422 if the live policy is invalid, because what it forbids is unknown.
 */
export async function findContentPolicy(
  context: ApiContext,
  workspaceId: string,
): Promise<CompiledPolicy | undefined> {
  const live = await findKeptPolicy(context, workspaceId);
  if (!live) return undefined;
  if (!live.ok) throw refusePart(live.findings, "policy");
  return live.compiled;
}

/**
 * Returns a function that removes from a text what the content rules of the live policy redact or block.
 *
 * @throws Refusal like {@link findContentPolicy}.
 */
export async function findRedaction(
  context: ApiContext,
  workspaceId: string,
): Promise<(text: string) => string> {
  const policy = await findContentPolicy(context, workspaceId);
  return (text) => redactMarkdown(text, policy).markdown;
}

/** Returns the live policy. @throws Refusal 404 without one, 422 if it is invalid. */
export async function compileLive(context: ApiContext, workspaceId: string): Promise<CompiledPolicy> {
  const policy = await findContentPolicy(context, workspaceId);
  if (!policy) throw new Refusal(404, "nothing_published", "This workspace has no published policy yet.");
  return policy;
}

/** Creates a refusal of an invalid part of a request. */
export function refusePart(findings: readonly Finding[], part: string): Refusal {
  const placed = findings.map((finding) => ({ ...finding, path: `/${part}${finding.path}` }));
  return new Refusal(422, "refused", `The ${part} is invalid. See the findings.`, { findings: placed });
}
