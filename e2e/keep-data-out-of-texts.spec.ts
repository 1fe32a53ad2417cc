import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { addMember, connect, createAccount, createApiKey, createLink, readPolicyContent } from "@baton/db";
import { insertWorkspace } from "@baton/db/write";
import { publishImported } from "@baton/services/policy/publish-imported";
import { expect, test } from "@playwright/test";
import { BATON_ADDRESS, DATABASE_URL } from "./env";

/** Uses its own workspace, because the published policy applies to all of it. */
const WORKSPACE = `texts-${Date.now().toString(36)}`;
const { db, close } = connect(DATABASE_URL);
const COMMAND = join(import.meta.dirname, "../apps/cli/dist/baton.mjs");
const FOLDER = mkdtempSync(join(tmpdir(), "baton-texts-"));
const SESSION = "claim";

test.use({ storageState: { cookies: [], origins: [] } });
test.afterAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  await close();
});

test("an owner adds content rules, sees what they would have found, and publishes them; the API enforces them", async ({
  page,
}) => {
  const account = await createAccount(db, {
    name: "Ada",
    email: `ada@${WORKSPACE}.test`,
    passwordHash: "none",
  });
  if (!account) throw new Error("the account is new");
  await insertWorkspace(db, { workspaceId: WORKSPACE, name: "Texts", userId: account.id });
  await addMember(db, { workspaceId: WORKSPACE, userId: account.id, roles: ["owner"] });
  await publishEnforced();
  await ingest({
    event_type: "user_prompt",
    session_id: SESSION,
    timestamp: new Date(Date.now() - 3_600_000).toISOString(),
    prompt: "Mail ann@example.com and ben@example.com about the claim.",
  });
  const token = await createLink(db, { userId: account.id, purpose: "sign_in", lifetimeSeconds: 60 });
  const signedIn = await page.request.post("/api/trpc/account.signInByLink", {
    headers: { origin: BATON_ADDRESS },
    data: { json: { token } },
  });
  expect(signedIn.ok()).toBe(true);

  await page.goto(`/w/${WORKSPACE}/policies/content`);
  const rules = page.getByRole("region", { name: "Content rules", exact: true });
  await rules.getByRole("button", { name: "Personal data" }).click();
  await expect(rules).toContainText("3 rules");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(rules).toContainText("0 rules");
  await rules.getByRole("button", { name: "Personal data" }).click();
  await page
    .getByRole("region", { name: "Content rule no_ssns" })
    .getByRole("radio", { name: "Block" })
    .click();

  const tester = page.getByRole("region", { name: "Try a text" });
  await tester.getByLabel("Text", { exact: true }).fill("Mail ann@example.com about the claim.");
  await expect(tester).toContainText("no_emails: 1 found, redact");
  await expect(tester).toContainText("Mail [redacted: no_emails] about the claim.");

  await rules.getByRole("row", { name: /no_phones/ }).click();
  await page.getByRole("button", { name: "Several agents" }).click();
  const several = page.getByRole("dialog", { name: "Use this rule for several agents" });
  await several.getByLabel("Agents", { exact: true }).fill("explain, quality\n*_finance");
  await expect(several).toContainText(
    "2 agents: explain, quality. No agent with handoffs matches *_finance.",
  );
  await several.getByRole("button", { name: "Create 2 rules" }).click();
  await expect(rules.getByRole("row", { name: /no_phones_quality/ })).toContainText("quality");
  await expect(rules).toContainText("4 rules");

  const past = page.getByRole("region", { name: "The last 30 days", exact: true });
  await past.getByRole("button", { name: "Check past texts" }).click();
  await expect(past).toContainText("1 stored line checked");
  const found = past.getByRole("row", { name: /no_emails/ });
  await expect(found.getByRole("cell").nth(1)).toHaveText("2");
  await expect(found.getByRole("link")).toHaveAttribute("href", `/w/${WORKSPACE}/sessions/${SESSION}`);
  await expect(past).not.toContainText("example.com");

  const bar = page.getByRole("region", { name: "Draft", exact: true });
  await expect(bar).toContainText(/saved \d/);
  await bar.getByRole("button", { name: "Publish v2" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Publish v2" }).click();
  await expect(dialog).toBeHidden();

  const key = await createApiKey(db, {
    workspaceId: WORKSPACE,
    name: "test",
    scopes: ["evaluate"],
    createdBy: "test",
    expiresAt: null,
  });
  const scoped = await page.request.post("/api/v1/scope", {
    headers: { authorization: `Bearer ${key.token}` },
    data: {
      from: "a",
      to: "b",
      session_id: SESSION,
      context: {
        prior_outputs: { a: { note: "Mail ann@example.com" } },
        observations: [],
        original_input: {},
      },
    },
  });
  const { scoped: passed, event } = await scoped.json();
  expect(JSON.stringify(passed)).toContain("Mail [redacted: no_emails]");

  await ingest(event, {
    event_type: "user_prompt",
    session_id: SESSION,
    timestamp: new Date().toISOString(),
    prompt: "Call eve@example.com.",
  });
  await page.goto(`/w/${WORKSPACE}/sessions/${SESSION}`);
  const findings = page.getByRole("region", { name: "Content findings" }).first();
  const rows = findings.getByRole("row", { name: /no_emails/ });
  await expect(rows).toHaveCount(2);
  const enforced = rows.filter({ hasText: "enforced" });
  await expect(enforced).toContainText("email addresses");
  await enforced.getByRole("link").last().click();
  await expect(page).toHaveURL(/\/handoffs\//);
  await expect(findings.getByRole("row", { name: /no_emails/ })).toContainText("a.note");
  await page.goto(`/w/${WORKSPACE}/overview`);
  await expect(findings.getByRole("row", { name: /no_emails/ })).toHaveCount(2);
});

/** Adds lines to a session file and imports it. */
async function ingest(...lines: readonly object[]): Promise<void> {
  const file = join(FOLDER, "claim.jsonl");
  appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await promisify(execFile)(process.execPath, [COMMAND, "ingest", FOLDER, "--workspace", WORKSPACE], {
    env: { ...process.env, DATABASE_URL, BATON_STORE_CONTENT: "true" },
  });
}

/** Publishes a policy that is enforced and has no content rules. */
async function publishEnforced(): Promise<void> {
  const content = {
    document: JSON.stringify({ multi_agent_handoffs: { blocked_context_fields: ["internal_notes"] } }),
    policySwitch: { enabled: true, observe: false },
  };
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("the policy is valid");
  const person = { id: "cli", name: "cli" };
  await publishImported(db, { workspaceId: WORKSPACE, content, parsed, person });
}
