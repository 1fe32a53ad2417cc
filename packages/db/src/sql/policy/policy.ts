import { type ParsedPolicy, parsePolicy } from "@baton/core";
import { POLICY_SECTION } from "@baton/core/policy";
import { fromStorableText } from "@baton/server/storable-text";
import { and, desc, eq, getTableColumns } from "drizzle-orm";
import type { Database } from "../../client";
import { policyVersion } from "../../schema/index";

const { policyText: _, ...LISTED } = getTableColumns(policyVersion);
const LAST_SEEN_FIRST = [desc(policyVersion.lastSeenAt), desc(policyVersion.firstSeenAt)] as const;

/** Lists the policies that a workspace knows, without their texts, last seen first; all without a limit. */
export async function listPolicyVersions(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit?: number },
) {
  const listed = db
    .select(LISTED)
    .from(policyVersion)
    .where(eq(policyVersion.workspaceId, workspaceId))
    .orderBy(...LAST_SEEN_FIRST);
  return limit === undefined ? listed : listed.limit(limit);
}

/** Lists the policies that a workspace knows with their texts, first seen last; at most `limit`. */
export async function listReportedPolicies(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit: number },
) {
  return db
    .select()
    .from(policyVersion)
    .where(eq(policyVersion.workspaceId, workspaceId))
    .orderBy(desc(policyVersion.firstSeenAt), desc(policyVersion.policyVersion))
    .limit(limit);
}

/** Returns the policy that was last reported in a workspace; null without one. */
export async function getLatestPolicyVersion(db: Database, { workspaceId }: { workspaceId: string }) {
  const rows = await db
    .select()
    .from(policyVersion)
    .where(eq(policyVersion.workspaceId, workspaceId))
    .orderBy(...LAST_SEEN_FIRST)
    .limit(1);
  return rows[0] ?? null;
}

/** Parses the section of a reported policy. */
export function readReportedSection({ policyText }: { policyText: string }): unknown {
  return JSON.parse(fromStorableText(policyText));
}

/** Parses a reported policy. */
export function readReportedPolicy(seen: { policyText: string }): ParsedPolicy {
  return parsePolicy({ [POLICY_SECTION]: readReportedSection(seen) });
}

/** Returns a policy by its version (hex SHA-256); null if it is unknown. */
export async function getPolicyVersion(
  db: Database,
  { workspaceId, version }: { workspaceId: string; version: string },
) {
  const rows = await db
    .select()
    .from(policyVersion)
    .where(and(eq(policyVersion.workspaceId, workspaceId), eq(policyVersion.policyVersion, version)));
  return rows[0] ?? null;
}
