import { addMember, createAccount, readPolicyContent } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { addTotals } from "@baton/db/test/totals";
import { ensureWorkspace } from "@baton/db/write";
import { publishImported } from "@baton/services/policy/publish-imported";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readContent, storeContent } from "@/features/policies/draft/draft-content";
import { mergeContents } from "@/features/policies/draft/merge-contents";
import { appRouter } from "../root";
import { createCallerFactory } from "../trpc";

const workspace = "outdated";
const policySwitch = { enabled: true, observe: false };
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let user: { id: string; name: string; email: string };

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureWorkspace(database.db, { workspaceId: workspace });
  const account = await createAccount(database.db, { name: "Ada", email: "ada@x.org", passwordHash: "h" });
  if (!account) throw new Error("the address is taken");
  user = { id: account.id, name: "Ada", email: "ada@x.org" };
  await addMember(database.db, { workspaceId: workspace, userId: user.id, roles: ["owner"] });
});
afterAll(() => database.drop());

function call() {
  const headers = { requestHeaders: new Headers(), responseHeaders: new Headers() };
  return createCallerFactory(appRouter)({ db: database.db, user, liveMark: "", ...headers }).policies;
}

const rule = (rule_id: string, handoff_mode: string) => ({
  rule_id,
  handoff_mode,
  from_agent_id: rule_id,
  to_agent_id: "*",
});

function contentOf(rules: object[], foreign: object = {}) {
  const section = { agent_handoff_rules: rules };
  return { document: JSON.stringify({ ...foreign, multi_agent_handoffs: section }), policySwitch };
}

/** Publishes as a user with direct database access does, without the draft. */
async function goLive(content: ReturnType<typeof contentOf>): Promise<void> {
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("it can be read");
  const person = { id: "cli", name: "cli" };
  await publishImported(database.db, { workspaceId: workspace, content, parsed, person });
}

function read(stored: ReturnType<typeof contentOf> | null | undefined) {
  const found = stored && readContent(stored);
  if (!found?.ok) throw new Error("it can be read");
  return found.content;
}

it("a draft merges a version published since it began, rule by rule, before it is published", async () => {
  const policies = call();
  await goLive(contentOf([rule("a", "scoped"), rule("b", "scoped")]));
  const mine = contentOf([rule("a", "minimal"), rule("b", "scoped")]);
  const saved = await policies.drafts.save({ workspace, basedOn: null, content: mine });
  if (!saved.ok) throw new Error("nobody else saves");
  expect((await policies.drafts.get({ workspace })).draft).toMatchObject({ isOutdated: false, began: null });

  const live = [rule("a", "scoped"), rule("b", "scoped"), rule("live", "scoped")];
  await goLive(contentOf(live, { budget: 1 }));
  expect((await policies.publications.check({ workspace }))?.obstacles).toMatchObject([{ code: "outdated" }]);
  // The approval would count once the previous policy is live again.
  await expect(policies.reviews.approve({ workspace, ...saved.mark })).rejects.toThrow("Merge it");

  const { draft, baseline } = await policies.drafts.get({ workspace });
  expect(draft?.isOutdated).toBe(true);
  const { content, conflicts } = mergeContents({
    base: read(draft?.began),
    mine: read(draft?.content),
    theirs: read(baseline?.content),
  });
  expect(conflicts).toEqual([]);
  const merged = await policies.drafts.save({
    workspace,
    basedOn: saved.mark,
    content: storeContent(content),
    mergedVersion: baseline?.policyVersion,
  });
  if (!merged.ok) throw new Error("nobody else saves");
  expect((await policies.drafts.get({ workspace })).draft).toMatchObject({ isOutdated: false, began: null });
  await policies.publications.publish({ workspace, ...merged.mark, acknowledged: [] });
  const published = await policies.publications.get({ workspace, number: 3 });
  expect(JSON.parse(published.content.document)).toEqual({
    budget: 1,
    multi_agent_handoffs: {
      agent_handoff_rules: [rule("a", "minimal"), rule("b", "scoped"), rule("live", "scoped")],
    },
  });
  expect(
    (await policies.publications.list({ workspace })).map(({ supersededAt }) => supersededAt === null),
  ).toEqual([true, false, false]);
});

it("the editor gets the traffic of every rule, because it shows a rule without traffic as unused", async () => {
  const at = new Date(Date.now() - 3_600_000);
  const rules = Array.from({ length: 300 }, (_, index) => ({ at, ruleId: `rule_${index}`, handoffCount: 1 }));
  await addTotals(database.db, workspace, rules);
  const traffic = await call().traffic({ workspace, range: "7d", tz: "UTC" });
  expect(traffic.rules).toHaveLength(300);
  expect(traffic.ruleCount).toBe(300);
});
