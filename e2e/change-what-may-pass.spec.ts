import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ContextCompiler, compilePolicy, ENFORCED, parsePolicy } from "@baton/core";
import { PolicyClient } from "@baton/core/client";
import { createBaton, SessionWriter } from "@baton/core/node";
import { SAMPLE_POLICY } from "@baton/core/policy";
import { connect, createApiKey } from "@baton/db";
import { expect, test } from "@playwright/test";
import { BATON_ADDRESS, DATABASE_URL } from "./env";
import { closePages, signInOwner } from "./sign-in-owner";

/** Uses its own workspace, so that its publications do not affect other tests. */
const WORKSPACE = `owner-${Date.now().toString(36)}`;
const POLICIES = `/w/${WORKSPACE}/policies`;
const COMMAND = join(import.meta.dirname, "../apps/cli/dist/baton.mjs");

const folder = mkdtempSync(join(tmpdir(), "baton-owner-"));
const { db, close } = connect(DATABASE_URL);

/** Fields of each agent in the sample's claims. */
const OUTPUTS = {
  intake_agent: { summary: "Water in the cellar", claimant: { name: "A. Holm" } },
  fraud_agent: { fraud_score: 0.2, internal_notes: "The adjuster knows the claimant", indicators: ["late"] },
  severity_agent: { severity_classification: "low", estimated_cost: 1_200 },
};

/** A pair with traffic in this test and no rule in the sample policy. */
const [SENDER, RECEIVER] = ["fraud_agent", "severity_agent"] as const;

function openCompiler(sessionId: string, policy: ReturnType<typeof compilePolicy>) {
  const writer = new SessionWriter({ path: join(folder, "sessions", `${sessionId}.jsonl`) });
  let events = 0;
  return new ContextCompiler({
    policy,
    sessionId,
    write: (event, content) => writer.append(event, content),
    now: Date.now,
    newId: () => `${WORKSPACE}-${sessionId}-${events++}`,
  });
}

async function handOver(compiler: ContextCompiler) {
  const { context } = await compiler.compileForAgent({
    agentId: RECEIVER,
    fromAgentId: SENDER,
    originalInput: { claim_id: "CLM-1" },
    observations: [{ internal_notes: "Seen at the gate" }],
    priorOutputs: { ...OUTPUTS },
  });
  return context;
}

test.use({ storageState: { cookies: [], origins: [] } });

test.afterEach(closePages);
test.afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

test("an owner checks the impact of a policy change, publishes it, returns to the version before, and releases in steps", async ({
  browser,
}) => {
  // Stops a hanging test: two people open seven pages, which takes half a minute on two idle cores.
  test.setTimeout(240_000);
  const owner = await signInOwner(db, browser, { workspace: WORKSPACE, name: "Ada" });
  const reviewer = await signInOwner(db, browser, { workspace: WORKSPACE, name: "Grace" });

  // Traffic under the sample policy: three claims, including an agent pair without a rule.
  mkdirSync(join(folder, "sessions"));
  const sample = parsePolicy(SAMPLE_POLICY, ENFORCED);
  if (!sample.ok) throw new Error("the sample policy can be read");
  for (const claim of ["one", "two", "three"]) await handOver(openCompiler(claim, compilePolicy(sample)));
  execFileSync(process.execPath, [COMMAND, "ingest", folder, "--workspace", WORKSPACE]);

  // Add a rule for that pair, and a blocked field.
  await owner.goto(POLICIES);
  await owner.getByRole("button", { name: "Add a rule" }).click();
  await owner
    .getByRole("region", { name: "Pairs with traffic but no rule" })
    .getByRole("button", { name: new RegExp(`${SENDER}.*${RECEIVER}`) })
    .click();
  const rule = owner.getByRole("region", { name: `Rule ${SENDER}_to_${RECEIVER}` });
  const blocked = rule.getByRole("combobox", { name: "Blocked fields" });
  await blocked.fill("internal_n");
  await expect(owner.getByRole("option", { name: /internal_notes/ }).first()).toBeVisible();
  // Enter alone would add exactly what was typed.
  await blocked.press("ArrowDown");
  await blocked.press("Enter");
  await expect(rule.getByRole("button", { name: "Remove internal_notes" })).toBeVisible();

  // Check the savings and the affected agents.
  const impact = owner.getByRole("region", { name: "Impact of the draft" });
  await expect(impact).toContainText("all 3 handoffs");
  await expect(impact).toContainText("No newly passing fields");
  await expect(impact.getByRole("region", { name: "Newly blocked" })).toContainText(
    `${SENDER}.internal_notes`,
  );
  await expect(impact.getByRole("link", { name: "two" })).toBeVisible();

  // Allow another field, so that another owner must approve.
  await owner
    .getByRole("list", { name: /^Rules, highest priority first/ })
    .getByRole("link", { name: /severity_agent.*recommendation_agent/ })
    .click();
  const widened = owner.getByRole("region", { name: "Rule severity_to_recommendation" });
  await widened.getByRole("combobox", { name: "Allowed fields" }).fill("indicators");
  await widened.getByRole("combobox", { name: "Allowed fields" }).press("Enter");
  const bar = owner.getByRole("region", { name: "Draft", exact: true });
  await expect(bar).toContainText("1 added, 1 edited");
  await expect(bar).toContainText(/saved \d/);

  await bar.getByRole("link", { name: "Review" }).click();
  const discussion = owner.getByRole("region", { name: "Discussion" });
  await discussion.getByRole("textbox", { name: "Comment" }).fill("The notes must stay inside the team.");
  await reviewer.goto(`/w/${WORKSPACE}/inbox`);
  await discussion.getByRole("button", { name: "Request review" }).click();
  await expect(bar).toContainText("in review");

  // The open inbox of the reviewer shows it, with a badge, until they follow it.
  const pages = reviewer.getByRole("navigation", { name: "Pages" });
  await expect(pages.getByRole("link", { name: "Inbox" })).toHaveText("Inbox1 unread");
  await reviewer.getByRole("link", { name: "Ada requested a review" }).click();
  await reviewer.waitForURL(new RegExp(POLICIES));
  await expect(pages.getByRole("link", { name: "Inbox" })).toHaveText("Inbox");

  await bar.getByRole("button", { name: "Publish v1" }).click();
  await expect(owner.getByRole("dialog")).toContainText("Still needed: 1 field acknowledged, 1 approval");
  await owner.keyboard.press("Escape");
  await expect(bar.getByRole("button", { name: "Publish v1" })).toBeFocused();

  // A second owner reads the changes and sends the draft back, with a comment on a rule.
  await reviewer.goto(`${POLICIES}/review`);
  await expect(reviewer.getByRole("region", { name: "Pair by pair" })).toContainText("internal_notes");
  await expect(reviewer.getByRole("region", { name: "Impact of the draft" })).toContainText("all 3 handoffs");
  const review = reviewer.getByRole("region", { name: "Discussion" });
  await expect(review).toContainText("The notes must stay inside the team.");
  await reviewer.getByRole("button", { name: "Comment on severity_to_recommendation" }).click();
  await expect(review.getByRole("textbox", { name: "Comment" })).toBeFocused();
  await review.getByRole("textbox", { name: "Comment" }).fill("Which indicators?");
  await review.getByRole("button", { name: "Request changes" }).click();

  // The author's open page shows it without a reload, and the answer reaches the reviewer.
  await expect(bar).toContainText("changes requested by Grace");
  await expect(owner.getByRole("list", { name: "Comments on severity_to_recommendation" })).toContainText(
    "Which indicators?",
  );
  await discussion.getByRole("textbox", { name: "Comment" }).fill("Those of the fraud check.");
  await discussion.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(review).toContainText("Those of the fraud check.");

  // An approval needs an acknowledgement of what newly passes.
  await expect(review).toContainText("Still needed: 1 field acknowledged");
  await reviewer.getByRole("checkbox", { name: /Acknowledge that indicators/ }).click();
  await review.getByRole("button", { name: "Approve" }).click();
  await expect(bar).toContainText("approved by Grace");

  // A running orchestrator receives a published policy within a second.
  const { token } = await createApiKey(db, {
    workspaceId: WORKSPACE,
    name: "orchestrator",
    scopes: ["read"],
    createdBy: "test",
    expiresAt: null,
  });
  const client = await PolicyClient.start({
    server: BATON_ADDRESS,
    key: token,
    savedAt: join(folder, "policy.json"),
    log: () => {},
  });
  try {
    const versions: { at: number; compiler: ContextCompiler }[] = [];
    const running = openCompiler("running", client.policy);
    client.onPolicy((policy) => {
      running.adoptPolicy(policy);
      versions.push({ at: Date.now(), compiler: running });
    });
    // Nothing is published yet: an observed policy does not apply, and without a policy only the claim's ID
    // passes.
    expect(await handOver(running)).toMatchObject({ handoff_mode: "minimal", prior_outputs: {} });

    await bar.getByRole("button", { name: "Publish v1" }).click();
    const dialog = owner.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: /Acknowledge that indicators/ }).click();
    await dialog.getByLabel(/Reason to let indicators/).fill("A recommendation says what it rests on");
    const answered = owner.waitForResponse(/policies\.publications\.publish/);
    let publications = 0;
    owner.on("request", (request) => {
      publications += Number(request.url().includes("policies.publications.publish"));
    });
    // A double click publishes only once.
    await dialog.getByRole("button", { name: "Publish v1" }).dblclick();
    const { responseEnd } = (await answered).request().timing();
    const publishedAt = (await answered).request().timing().startTime + Math.max(0, responseEnd);
    await expect(dialog).toBeHidden();
    expect(publications).toBe(1);
    await expect.poll(() => versions.length).toBe(1);
    expect((versions[0]?.at ?? Number.POSITIVE_INFINITY) - publishedAt).toBeLessThan(1_000);
    const passed = JSON.stringify(await handOver(running));
    expect(passed).toContain("fraud_score");
    expect(passed).not.toContain("The adjuster knows the claimant");

    // The previous version is restored to the draft and published again.
    await owner.getByRole("navigation", { name: "Policies" }).getByRole("link", { name: "Versions" }).click();
    await expect(owner.getByRole("table", { name: /Published versions/ })).toContainText("live");
    await owner
      .getByRole("table", { name: /Versions of the policy/ })
      .getByRole("link")
      .last()
      .click();
    await owner.getByRole("button", { name: "Restore this policy" }).click();
    await expect(bar).toContainText("1 edited, 1 deleted");
    // The reviewer's open page shows the new draft.
    await reviewer.getByRole("checkbox", { name: /Acknowledge that internal_notes/ }).click();
    await review.getByRole("button", { name: "Approve" }).click();
    await expect(bar).toContainText("approved by Grace");
    await bar.getByRole("button", { name: "Publish v2" }).click();
    await dialog.getByRole("checkbox", { name: /Acknowledge that internal_notes/ }).click();
    await dialog.getByLabel(/Reason to let internal_notes/).fill("It was so before");
    await dialog.getByRole("button", { name: "Publish v2" }).click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(async () => JSON.stringify(await handOver(running)))
      .toContain("The adjuster knows the claimant");

    // Two clicks return to the version before, at once; another owner reviews it afterwards.
    await owner.getByRole("button", { name: "Roll back to v1" }).click();
    await expect(dialog.getByRole("region", { name: "Impact of v1" })).toContainText(
      `${SENDER}.internal_notes`,
    );
    await expect(dialog.getByRole("region", { name: "Rule by rule" })).toContainText("added");
    await dialog.getByRole("button", { name: "Roll back to v1" }).click();
    await expect(dialog).toBeHidden();
    await expect(owner.getByRole("link", { name: "v3 is live" })).toBeVisible();
    await expect
      .poll(async () => JSON.stringify(await handOver(running)))
      .not.toContain("The adjuster knows the claimant");
    await reviewer.goto(`${POLICIES}/versions/3`);
    await reviewer.getByRole("button", { name: "Approve afterwards" }).click();
    await expect(reviewer.getByRole("button", { name: "Approve afterwards" })).toBeHidden();

    // A tenth of the sessions gets the next version first.
    await owner.goto(POLICIES);
    await owner
      .getByRole("list", { name: /^Rules, highest priority first/ })
      .getByRole("link", { name: new RegExp(`${SENDER}.*${RECEIVER}`) })
      .click();
    await blocked.fill("indicators");
    await blocked.press("Enter");
    await bar.getByRole("button", { name: "Publish v4" }).click();
    await dialog.getByRole("radio", { name: /^10\s% of sessions$/ }).click();
    await dialog.getByRole("button", { name: "Release v4 in steps" }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => client.policy.release?.stage).toEqual({ stage: "share", percent: 10 });
    const sessions = Array.from({ length: 100 }, (_, number) => `step-${number}`);
    const isInShare = (sessionId: string) =>
      client.policyFor({ sessionId }).version !== client.policy.version;
    const share = sessions.filter(isInShare);
    const some = [...share.slice(0, 2), ...sessions.filter((id) => !isInShare(id)).slice(0, 3)];
    for (const sessionId of some) {
      const context = JSON.stringify(await handOver(openCompiler(sessionId, client.policy)));
      expect([sessionId, context.includes('"late"')]).toEqual([sessionId, !share.includes(sessionId)]);
    }
    execFileSync(process.execPath, [COMMAND, "ingest", folder, "--workspace", WORKSPACE]);

    // Versions compares both; one click returns to the version before.
    await owner.getByRole("navigation", { name: "Policies" }).getByRole("link", { name: "Versions" }).click();
    const release = owner.getByRole("region", { name: "Release in steps" });
    await expect(release.getByRole("row", { name: /^v3, live/ })).toContainText("3 sessions");
    await expect(release.getByRole("row", { name: /^v4/ })).toContainText("2 sessions");
    await release.getByRole("button", { name: /^Release to 25\s% of sessions$/ }).click();
    await expect.poll(() => client.policy.release?.stage).toEqual({ stage: "share", percent: 25 });
    await release.getByRole("button", { name: "Stop and return to v3" }).click();
    await expect(release).toBeHidden();
    await expect.poll(() => client.policy.release).toBeNull();
    expect(JSON.stringify(await handOver(openCompiler(share[0] ?? "", client.policy)))).toContain('"late"');
  } finally {
    client.stop();
  }
});

test("an owner sees what a first policy would block, in handoffs that passed without one", async ({
  browser,
}) => {
  const workspace = `${WORKSPACE}-first`;
  const page = await signInOwner(db, browser, { workspace, name: "Ada" });
  const sessions = join(folder, "without-policy");
  const baton = await createBaton({ folder: sessions, log: () => {} });
  const request = { agentId: RECEIVER, fromAgentId: SENDER, priorOutputs: { ...OUTPUTS } };
  await baton.contextFor(request);
  await baton.stop();
  execFileSync(process.execPath, [COMMAND, "ingest", sessions, "--workspace", workspace]);

  await page.goto(`/w/${workspace}/policies`);
  await expect(page.getByRole("region", { name: "Rules" })).toContainText("1 handoff");
  const impact = page.getByRole("region", { name: "Impact of the draft" });
  await expect(impact).toContainText("Change a rule");
  const blocked = page.getByRole("combobox", { name: "Blocked everywhere" });
  await blocked.fill("internal_notes");
  await blocked.press("Enter");
  await expect(impact).toContainText("No policy is live yet");
  await expect(impact.getByRole("region", { name: "Newly blocked" })).toContainText(
    `${SENDER}.internal_notes`,
  );
  await page
    .getByRole("region", { name: "Draft", exact: true })
    .getByRole("link", { name: "Review" })
    .click();
  await expect(page.getByRole("region", { name: "Impact of the draft" })).toContainText("all 1 handoff");
});
