import { listNotifications, readPolicyContent } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { notifyExpiringRules } from "./notify-expiring-rules";
import { publishImported } from "./publish-imported";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const HOUR = 3_600_000;

it("notifyExpiringRules notifies once before and once after a rule expires, even from several processes", async () => {
  const workspaceId = "expiring";
  await ensureWorkspace(database.db, { workspaceId });
  const now = Date.now();
  const rule = { rule_id: "soon", from_agent_id: "a", to_agent_id: "b", handoff_mode: "full" };
  const expires_at = new Date(now + 30 * HOUR).toISOString();
  const section = { default_handoff_mode: "minimal", agent_handoff_rules: [{ ...rule, expires_at }] };
  const policySwitch = { enabled: true, observe: false };
  const content = { document: JSON.stringify({ multi_agent_handoffs: section }), policySwitch };
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("a policy for a test can be read");
  await publishImported(database.db, { workspaceId, content, parsed, person: { id: "cli", name: "test" } });

  const look = (time: number) => Promise.all([1, 2].map(() => notifyExpiringRules(database.db, time)));
  const kindsAt = async (time: number) => {
    await look(time);
    const notifications = await listNotifications(database.db, { workspaceId, limit: 10 });
    return notifications.map(({ kind }) => kind).filter((kind) => kind.startsWith("policy.rule"));
  };
  expect(await kindsAt(now)).toEqual([]);
  expect(await kindsAt(now + 7 * HOUR)).toEqual(["policy.rule_ends"]);
  expect(await kindsAt(now + 29 * HOUR)).toEqual(["policy.rule_ends"]);
  expect(await kindsAt(now + 30 * HOUR)).toEqual(["policy.rule_ended", "policy.rule_ends"]);
  expect(await kindsAt(now + 40 * HOUR)).toHaveLength(2);
  const [ended, near] = await listNotifications(database.db, { workspaceId, limit: 10 });
  expect(near?.body).toContain("no rule applies and the default mode is minimal");
  expect(near?.body).toContain("Replayed over 0 handoffs of the last 7 days");
  expect(ended?.subject).toBe("Rule soon has ended");
  const {
    rows: [audit],
  } = await database.db.execute<{ count: string }>(
    sql`select count(*) as count from audit_log where workspace_id = ${workspaceId} and action = 'policy.expire'`,
  );
  expect(Number(audit?.count)).toBe(1);
});
