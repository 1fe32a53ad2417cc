import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { BATON_FOLLOW } from "./env";

/** An operator: was everything imported, and if not, why? */
test("an operator sees the sources, and the quarantined line with its reason", async ({ page }) => {
  await page.goto("/w/sample/ingest");
  await expect(page.getByRole("heading", { level: 1, name: "Ingest" })).toBeVisible();
  await expect(page.getByText(/\.jsonl/).first()).toBeVisible();
  const quarantine = page.getByRole("region", { name: "Quarantine", exact: true });
  await expect(quarantine).toContainText(/JSON/);
});

/** A developer connects an own program, and a folder. */
test("a developer connects a program and a folder, and sees live that their events arrive", async ({
  page,
}) => {
  await page.goto("/w/default/connect");
  const events = page.getByRole("region", { name: "Events", exact: true });
  await expect(events).toContainText("Waiting for the first event…");
  await page.getByRole("link", { name: "HTTP", exact: true }).click();
  const steps = page.getByRole("region", { name: "Connect HTTP" });
  await expect(steps).toContainText("Bearer $BATON_KEY");
  await steps.getByRole("button", { name: "Create a key" }).click();
  await expect(steps).toContainText("The snippet contains your new key.");
  const [, address = "", key = ""] =
    /curl -sS (\S+) -H "Authorization: Bearer (\S+)"/.exec(await steps.locator("pre").innerText()) ?? [];
  const response = await fetch(address, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson" },
    body: JSON.stringify({ event_type: "note", session_id: "connected-by-http", text: "hello" }),
  });
  expect(response.status).toBe(200);
  await expect(events).toContainText("Received 1 event from the key baton_");

  const folder = mkdtempSync(join(tmpdir(), "baton-connect-"));
  mkdirSync(join(folder, "sessions"));
  const note = JSON.stringify({ event_type: "note", text: "hello" });
  writeFileSync(join(folder, "sessions", "connected-by-folder.jsonl"), `${note}\n${note}\n`);
  const folders = page.getByRole("region", { name: "Folders of this machine" });
  await folders.getByLabel("Path of a folder or file").fill(join(folder, "none"));
  await folders.getByRole("button", { name: "Follow the folder" }).click();
  await expect(folders).toContainText("File or folder not found on this machine.");
  await folders.getByLabel("Path of a folder or file").fill(folder);
  await folders.getByRole("button", { name: "Follow the folder" }).click();
  await expect(events).toContainText(`Received 2 events from ${folder}`);

  await page.goto("/w/default/ingest");
  const source = page.getByRole("region", { name: "Sources" }).getByRole("row").filter({ hasText: folder });
  await source.getByRole("button", { name: `Stop following ${folder}` }).click();
  await expect(source).toContainText("stopped");
  await expect(source).toContainText("New lines are not imported.");
  appendFileSync(join(folder, "sessions", "connected-by-folder.jsonl"), `${note}\n`);
  await source.getByRole("button", { name: `Follow again ${folder}` }).click();
  await expect(source).toContainText("up to date", { timeout: 15_000 });
  await expect(source.getByRole("cell", { name: "3", exact: true })).toBeVisible({ timeout: 15_000 });
});

/** An operator fixes a line that was not imported. */
test("an operator fixes an invalid line in its file and replays it, and it appears in its session", async ({
  page,
}) => {
  const session = `mended-${Date.now()}`;
  const path = join(BATON_FOLLOW, "sessions", `${session}.jsonl`);
  const line = (text: string) => JSON.stringify({ event_type: "note", text });
  const bad = '{"event_type":"note","weight":12,50}';
  mkdirSync(join(BATON_FOLLOW, "sessions"), { recursive: true });
  writeFileSync(path, [line("a".repeat(2_000)), bad, line("b".repeat(2_000)), ""].join("\n"));

  await page.goto("/w/default/ingest");
  const quarantine = page.getByRole("region", { name: "Quarantine", exact: true });
  const row = quarantine.getByRole("row", { name: new RegExp(session) });
  await row.getByRole("button").click();
  const chosen = page.getByRole("region", { name: "Selected line" });
  await expect(chosen).toContainText(bad);

  const file = openSync(path, "r+");
  writeSync(file, bad.replace("12,50", "12.50"), readFileSync(path, "utf8").indexOf(bad));
  await chosen.getByRole("button", { name: "Replay this line" }).click();
  await expect(row).toHaveCount(0);
  await expect(quarantine.getByRole("status")).toContainText("1 line imported");

  await quarantine.getByRole("radio", { name: /Replayed/ }).click();
  await row.getByRole("button").click();
  await expect(chosen).toContainText("Imported from the fixed file.");
  await chosen.getByRole("link", { name: "Open session" }).click();
  await expect(page).toHaveURL(new RegExp(`/sessions/${session}`));
});

/** An operator: which lines of a log with invalid lines were imported? */
test("an operator sees the invalid lines of a hostile log, and all others are imported", async ({ page }) => {
  const session = `hostile-${Date.now()}`;
  const folder = join(BATON_FOLLOW, "sessions");
  const note = (text: string) => JSON.stringify({ event_type: "note", text });
  const hostile = [
    '{"event_type":"note","text":',
    "[1, 2, 3]",
    "no JSON at all",
    JSON.stringify({ event_type: "note", timestamp: "soon" }),
    "[".repeat(5_000),
  ];
  const odd = ['$(date -u +%H:%M:%SZ) "quoted"', 'curl -u name:password "x"', "\u2028 \ud800 \u0000 \u202e"];
  const lines = Array.from({ length: 1_000 }, (_, index) => {
    const each = Math.floor(index / 100);
    if (index % 100 === 50 && each < hostile.length) return hostile[each];
    return note(index % 100 === 70 ? `${odd[each % odd.length]}` : `line ${index}`);
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${session}.jsonl`), `${lines.join("\n")}\n`);
  writeFileSync(join(folder, `${session}-utf16.jsonl`), Buffer.from(`\ufeff${note("wide")}\n`, "utf16le"));

  const files = page.getByRole("region", { name: "Files", exact: true });
  await expect(async () => {
    await page.goto("/w/default/ingest");
    const file = files.getByRole("row", { name: new RegExp(`${session}\\.jsonl`) });
    await expect(file).toContainText("up to date", { timeout: 1_000 });
    await expect(file.getByRole("cell").filter({ hasText: /^995$/ })).toBeVisible({ timeout: 1_000 });
    await expect(file.getByRole("cell").filter({ hasText: /^5$/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const wide = files.getByRole("row", { name: new RegExp(`${session}-utf16`) });
  await expect(wide).toContainText("not read");
  await expect(wide).toContainText("UTF-16");
  const quarantine = page.getByRole("region", { name: "Quarantine", exact: true });
  await expect(quarantine.getByRole("row", { name: new RegExp(session) })).toHaveCount(hostile.length);
});

/** An operator: was anything lost? */
test("an operator sees data loss from a log that was emptied while ingest was stopped, and acknowledges it", async ({
  page,
}) => {
  const session = `emptied-${Date.now()}`;
  const path = join(BATON_FOLLOW, "sessions", `${session}.jsonl`);
  const line = (text: string) => `${JSON.stringify({ event_type: "note", text })}\n`;
  mkdirSync(join(BATON_FOLLOW, "sessions"), { recursive: true });
  writeFileSync(path, line("first").repeat(3));
  await expect(async () => {
    await page.goto("/w/default/ingest");
    const row = page.getByRole("row", { name: new RegExp(session) }).first();
    await expect(row).toContainText("up to date", { timeout: 2_000 });
  }).toPass();
  writeFileSync(path, line("after it was emptied"));

  const losses = page.getByRole("region", { name: "Lost lines" });
  await expect(async () => {
    await page.reload();
    await expect(losses.getByRole("row", { name: new RegExp(session) })).toContainText("replaced", {
      timeout: 1_000,
    });
  }).toPass();
  await expect(losses).toContainText("unknown amount");
  await losses.getByRole("button", { name: /^Acknowledge/ }).click();
  await expect(losses).toHaveCount(0);
});

/** A governance owner: what may each agent pass to the next now? */
test("an owner reads the rules of the live policy", async ({ page }) => {
  await page.goto("/w/sample/policies");
  const rules = page.getByRole("list", { name: /^Rules, highest priority first/ });
  await expect(rules.getByText("fraud_to_recommendation")).toBeVisible();
  await rules.getByRole("link", { name: /severity_agent to recommendation_agent/ }).click();
  await expect(page).toHaveURL(/rule=severity_to_recommendation/);
  await expect(page.getByText("internal_notes").first()).toBeVisible();
});
