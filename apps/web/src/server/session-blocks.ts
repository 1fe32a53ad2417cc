import "server-only";
import type { Policy } from "@baton/core";
import { type Database, getPolicyVersion } from "@baton/db";
import { type OutlinedHandoff, PolicyBlocks } from "@baton/server/lineage";
import { readSeen } from "./policy-content";

/**
 * Maximum characters of policies to parse for one response, which takes some seconds. Handoffs of other
 * policies count by their recorded causes.
 */
const MAX_POLICY_LENGTH = 8_000_000;

/**
 * Returns the fields that the policies of sessions block, by the version that handoffs name. For an unknown
 * version, returns the fields that its handoffs recorded as blocked.
 */
export async function readBlocks(
  db: Database,
  workspaceId: string,
  handoffs: readonly OutlinedHandoff[],
): Promise<PolicyBlocks> {
  const versions = new Set(handoffs.flatMap(({ policyVersion }) => policyVersion ?? []));
  const policies = new Map<string, Policy>();
  let left = MAX_POLICY_LENGTH;
  for (const version of versions) {
    const stored = await getPolicyVersion(db, { workspaceId, version });
    left -= stored?.policyText.length ?? 0;
    if (left < 0) break;
    const parsed = stored && readSeen(stored);
    if (parsed?.ok) policies.set(version, parsed.policy);
  }
  return new PolicyBlocks(policies);
}
