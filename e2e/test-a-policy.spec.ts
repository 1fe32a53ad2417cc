import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compilePolicy, parsePolicy, scopeContext } from "@baton/core";
import { connect } from "@baton/db";
import { expect, test } from "@playwright/test";
import { DATABASE_URL } from "./env";
import { closePages, signInOwner } from "./sign-in-owner";

const WORKSPACE = `tests-${Date.now().toString(36)}`;
const COMMAND = join(import.meta.dirname, "../apps/cli/dist/baton.mjs");
const POLICY = {
  multi_agent_handoffs: { default_handoff_mode: "full", blocked_context_fields: ["internal_notes"] },
};

const folder = mkdtempSync(join(tmpdir(), "baton-tests-"));
const { db, close } = connect(DATABASE_URL);

test.afterEach(closePages);
test.afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

function runCommand(...words: string[]) {
  return new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [COMMAND, ...words, "--workspace", WORKSPACE], (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
}

/** Writes a session with one handoff under the policy. */
function writeSession(): void {
  const parsed = parsePolicy(POLICY);
  if (!parsed.ok) throw new Error("the policy is valid");
  const context = {
    prior_outputs: { fraud_agent: { fraud_score: 0.2, internal_notes: "The adjuster knows the claimant" } },
    observations: [],
    original_input: null,
  };
  const { event } = scopeContext(compilePolicy(parsed), {
    from: "fraud_agent",
    to: "severity_agent",
    context,
    sessionId: "claim",
    now: Date.now(),
    newId: () => `${WORKSPACE}-event`,
  });
  mkdirSync(join(folder, "sessions"));
  writeFileSync(join(folder, "sessions", "claim.jsonl"), `${JSON.stringify(event)}\n`);
}

test("an editor turns a handoff into a policy test, and a failing test keeps the draft from being published", async ({
  browser,
}) => {
  const owner = await signInOwner(db, browser, { workspace: WORKSPACE, name: "Ada" });
  writeFileSync(join(folder, "policy.json"), JSON.stringify(POLICY));
  await runCommand("policy", "import", join(folder, "policy.json"));
  writeSession();
  await runCommand("ingest", folder);

  await owner.goto(`/w/${WORKSPACE}/sessions/claim/handoffs/${WORKSPACE}-event`);
  await owner.getByRole("button", { name: "Add as policy test" }).click();
  await expect(owner).toHaveURL(/\/policies\/tests/);
  const tests = owner.getByRole("table", { name: /^Policy tests/ });
  const row = tests.getByRole("row", { name: /fraud_agent → severity_agent/ });
  await expect(row.getByText("passes", { exact: true })).toBeVisible();

  const form = owner.getByRole("textbox", { name: "Test as JSON" });
  const text = await form.inputValue();
  expect(text).not.toContain("adjuster");
  await form.fill(text.replace('"absent": [', '"absent": ["fraud_agent.fraud_score", '));
  await expect(row.getByText("fails", { exact: true })).toBeVisible();
  await expect(row).toContainText("fraud_agent.fraud_score passes");
  const bar = owner.getByRole("region", { name: "Draft", exact: true });
  await expect(bar).toContainText("1 failing test");
  await expect(bar).toContainText(/saved \d/);
  await bar.getByRole("button", { name: /^Publish/ }).click();
  const dialog = owner.getByRole("dialog");
  await expect(dialog).toContainText("A policy test fails.");
  await expect(dialog.getByRole("button", { name: /^Publish/ })).toBeDisabled();
  await owner.keyboard.press("Escape");

  await form.fill(text);
  await expect(row.getByText("passes", { exact: true })).toBeVisible();
  await expect(bar).toContainText(/saved \d/);
  await bar.getByRole("button", { name: /^Publish/ }).click();
  await expect(dialog.getByRole("button", { name: /^Publish/ })).toBeEnabled();
});
