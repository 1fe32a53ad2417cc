import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { connect, createApiKey } from "@baton/db";
import { expect, test } from "@playwright/test";
import { BATON_ADDRESS, BATON_FOLLOW, DATABASE_URL } from "./env";
import { closePages, signInOwner } from "./sign-in-owner";

const WORKSPACE = `memory-${Date.now().toString(36)}`;
const { db, close } = connect(DATABASE_URL);
test.afterEach(closePages);
test.afterAll(() => close());

/** Sends a request with the key of an agent. */
async function send(token: string, path: string, body: object) {
  const response = await fetch(new URL(`/api/v1${path}`, BATON_ADDRESS), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text;
}

/** A governance owner: a reviewer needs no salaries. */
test("an owner blocks a memory field for an agent, checks that retrieval leaves it out, and erases a memory", async ({
  browser,
}) => {
  const owner = await signInOwner(db, browser, { workspace: WORKSPACE, name: "Ada" });
  const scopes = ["evaluate" as const, "ingest" as const, "propose" as const];
  const key = { workspaceId: WORKSPACE, name: "agents", createdBy: "Ada", expiresAt: null, scopes };
  const { token } = await createApiKey(db, key);
  const content = { text: "Ann prefers mail", salary: "5000 EUR" };
  await send(token, "/memories", { agent_id: "intake", memory_id: "ann", content, tags: ["customer"] });
  const retrieve = (agent: string) =>
    send(token, "/memories/retrieve", { agent, query: "customer", session_id: `run-of-${agent}` });
  expect(await retrieve("reviewer")).toContain("5000 EUR");
  const document = JSON.stringify({ multi_agent_handoffs: { default_handoff_mode: "full" } });
  await send(token, "/drafts", { document });

  await owner.goto(`/w/${WORKSPACE}/manifests`);
  await owner.getByRole("navigation", { name: "Artifacts" }).getByRole("link", { name: "Memory" }).click();
  const list = owner.getByRole("table", { name: "Memories" });
  await expect(list.getByRole("row", { name: /Ann prefers mail/ })).toContainText("customer");
  await list.getByRole("link").first().click();
  await expect(owner.getByRole("heading", { level: 1, name: "ann" })).toBeVisible();
  const readers = owner.getByRole("table", { name: "Retrievals of this memory" });
  await expect(readers.getByRole("row", { name: /reviewer/ })).toHaveCount(1);

  const salary = owner
    .getByRole("list", { name: "Fields" })
    .getByRole("listitem")
    .filter({ hasText: "salary" });
  await salary.getByRole("button", { name: "Block it for memory → reviewer" }).click();
  await owner.waitForURL(/policies\?rule=/);
  await owner.getByRole("button", { name: "Publish v1" }).click();
  const dialog = owner.getByRole("dialog");
  // The first policy of a workspace lets through what it does not block.
  await expect(dialog).toContainText("Still needed: 4 fields acknowledged");
  for (const box of await dialog.getByRole("checkbox", { name: /^Acknowledge/ }).all()) await box.click();
  for (const reason of await dialog.getByLabel(/^Reason to let/).all()) await reason.fill("It is so today");
  await dialog.getByRole("button", { name: "Publish v1" }).click();
  await expect(dialog).toBeHidden();

  await expect.poll(() => retrieve("reviewer")).not.toContain("5000 EUR");
  expect(await retrieve("payroll")).toContain("5000 EUR");

  // The retrieval is a handoff of its own kind, and its page shows what was removed.
  await owner.goto(`/w/${WORKSPACE}/memory`);
  await list.getByRole("link").first().click();
  await expect(readers.getByRole("row", { name: /payroll/ })).toHaveCount(1);
  await readers
    .getByRole("row", { name: /reviewer/ })
    .first()
    .getByRole("link")
    .click();
  await expect(owner.getByRole("heading", { level: 1 })).toContainText("memory");
  await expect(owner.getByRole("region", { name: "Fields", exact: true })).toContainText("memories[].salary");

  await owner.goto(`/w/${WORKSPACE}/memory`);
  await list.getByRole("link").first().click();
  await owner.getByRole("button", { name: "Erase" }).click();
  await dialog.getByRole("button", { name: "Erase memory" }).click();
  await expect(owner.getByText("No memories yet")).toBeVisible();
  expect(await retrieve("payroll")).toContain('"memories":[]');
  await owner.goto(`/w/${WORKSPACE}/audit`);
  await expect(owner.getByRole("row", { name: /\d+\s\w{3}\s\d{4}, .*Ada.*memory\.erase/ })).toBeVisible();
});

test("an owner sees what agents remember in the files of a project", async ({ page }) => {
  const folder = join(BATON_FOLLOW, "remembering");
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, "CLAUDE.md"), "# Style\n\n- Indent with tabs, as the linter says\n");
  await page.goto("/w/default/memory?search=as+the+linter+says");
  const row = page.getByRole("table", { name: "Memories" }).getByRole("row", { name: /Indent with tabs/ });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText("CLAUDE.md", { timeout: 2_000 });
  }).toPass();
  await expect(row).toContainText("Style");
});
