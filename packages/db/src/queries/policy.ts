import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../client";
import { policyVersion } from "../schema/index";

/** Every policy that a workspace has seen, the one seen last first. */
export async function listPolicyVersions(db: Database, { workspaceId }: { workspaceId: string }) {
  return db
    .select()
    .from(policyVersion)
    .where(eq(policyVersion.workspaceId, workspaceId))
    .orderBy(desc(policyVersion.lastSeenAt), desc(policyVersion.firstSeenAt));
}

/** A policy by its version (hex SHA-256), or null where Baton has never seen it. */
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
