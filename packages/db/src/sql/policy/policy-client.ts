import { and, desc, eq, lt, max, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { apiKey, policyClient, policyPublication } from "../../schema/index";

/** Clients that a page shows. */
const MAX_LISTED = 200;

/** Days after which a client that no longer asks is forgotten. */
const KEPT_DAYS = 7;

/** A program that asks for the live policy. */
export interface PolicyClientUse {
  workspaceId: string;
  keyId: string;
  instance: string;
  client: string;
  policyVersion: string | null;
}

/** Lists the clients that asked within the last week, last seen first, with the number of their version if published. */
export async function listPolicyClients(db: Database, { workspaceId }: { workspaceId: string }) {
  const { instance, client, policyVersion, firstSeenAt, lastSeenAt } = policyClient;
  const published = db
    .select({ version: policyPublication.policyVersion, number: max(policyPublication.number).as("number") })
    .from(policyPublication)
    .where(eq(policyPublication.workspaceId, workspaceId))
    .groupBy(policyPublication.policyVersion)
    .as("published");
  return db
    .select({
      keyId: policyClient.keyId,
      keyName: apiKey.name,
      instance,
      client,
      policyVersion,
      number: published.number,
      firstSeenAt,
      lastSeenAt,
    })
    .from(policyClient)
    .innerJoin(
      apiKey,
      and(eq(apiKey.workspaceId, policyClient.workspaceId), eq(apiKey.keyId, policyClient.keyId)),
    )
    .leftJoin(published, eq(published.version, policyVersion))
    .where(eq(policyClient.workspaceId, workspaceId))
    .orderBy(desc(lastSeenAt), instance)
    .limit(MAX_LISTED);
}

/** Records that a client asked now. */
export async function upsertPolicyClient(db: Database, use: PolicyClientUse): Promise<void> {
  const { client, policyVersion } = use;
  await db
    .insert(policyClient)
    .values(use)
    .onConflictDoUpdate({
      target: [policyClient.workspaceId, policyClient.keyId, policyClient.instance],
      set: { client, policyVersion, lastSeenAt: sql`excluded.last_seen_at` },
    });
}

/** Deletes the clients of a workspace that have not asked for a week. */
export async function deleteSilentClients(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<void> {
  await db
    .delete(policyClient)
    .where(
      and(
        eq(policyClient.workspaceId, workspaceId),
        lt(policyClient.lastSeenAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
      ),
    );
}
