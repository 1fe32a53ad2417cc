import type { PolicySeenEvent } from "@baton/core";
import { sql } from "drizzle-orm";
import type { Database } from "../../client";
import { policyVersion } from "../../schema/index";
import { insertRows } from "../statement/insert-rows";

/** Stores the policies that orchestrators reported, with the first and last time of each. */
export async function upsertReportedPolicies(
  db: Database,
  workspaceId: string,
  seen: readonly { occurredAt: Date; facts: PolicySeenEvent }[],
): Promise<void> {
  const rows = new Map<string, typeof policyVersion.$inferInsert>();
  for (const { occurredAt, facts: event } of seen) {
    const known = rows.get(event.policy_version);
    rows.set(event.policy_version, {
      workspaceId,
      policyVersion: event.policy_version,
      origin: "announced",
      policyText: JSON.stringify(event.policy),
      isEnabled: event.switch.enabled,
      isObserving: event.switch.observe ?? false,
      firstSeenAt: known && known.firstSeenAt < occurredAt ? known.firstSeenAt : occurredAt,
      lastSeenAt: known && known.lastSeenAt > occurredAt ? known.lastSeenAt : occurredAt,
    });
  }
  if (rows.size === 0) return;
  await insertRows(
    db,
    policyVersion,
    [...rows.values()].sort((a, b) => (a.policyVersion < b.policyVersion ? -1 : 1)),
    sql`on conflict (workspace_id, policy_version) do update set
        first_seen_at = least(policy_version.first_seen_at, excluded.first_seen_at),
        last_seen_at = greatest(policy_version.last_seen_at, excluded.last_seen_at)`,
  );
}
