import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { starts, TranscriptBuilder, trailer } from "@baton/ingest/test/transcript";
import { expect, test } from "@playwright/test";
import { ask } from "./ask";

const COMMAND = join(import.meta.dirname, "../apps/cli/dist/baton.mjs");
const [WORKSPACE, WITHOUT_TEXT] = ["conversations", "conversations-without-text"];

const data = "R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
const DOT = { type: "image", source: { type: "base64", media_type: "image/gif", data } };
const text = (said: string) => ({ type: "text", text: said });
const runs = (id: string, command: string) => ({ type: "tool_use", id, name: "Bash", input: { command } });

/** A session with a subagent, a compaction, a long answer, and more lines than a page has. */
function writeSession(folder: string): void {
  const write = (name: string, { lines }: TranscriptBuilder) => writeLines(folder, name, lines);
  const main = new TranscriptBuilder({ sessionId: "talk" })
    .asked("Review the **tests**.\nconst a = b * c * d; // <T>")
    .answered("m1", 20, [text("I ask a **reviewer** about `Map<K>` and <T>."), starts("t1", "reviewer")])
    .returned("t1", [text("Twelve tests."), trailer("a1", 700)], { toolUseResult: { agentId: "a1" } })
    .answered("m2", 5, [runs("t2", "npm test")])
    .returned("t2", "1 test failed", {}, true)
    .add({
      type: "system",
      subtype: "compact_boundary",
      compactMetadata: { trigger: "auto", preTokens: 90_000, postTokens: 9_000 },
    })
    .answered("m3", 9, [text(`The report: ${"detail ".repeat(1_000)}and the end.`)]);
  for (let turn = 1; turn <= 150; turn += 1) {
    main.asked(`Question ${turn}`).answered(`q${turn}`, 3, [text(`Answer ${turn}`)]);
  }
  write("talk.jsonl", main);
  write(
    "talk/subagents/agent-a1.jsonl",
    new TranscriptBuilder({ sessionId: "talk", agentId: "a1", isSidechain: true }, 2)
      .asked("Look for tests.")
      .answered("m9", 6, [text("I count twelve.")]),
  );
}

function writeLines(folder: string, name: string, lines: readonly object[]): void {
  const path = join(folder, ".claude/projects/p", name);
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

function ingest(folder: string, workspace: string, isStored: boolean): void {
  const parameters = [COMMAND, "ingest", folder, "--workspace", workspace];
  const env = { ...process.env, BATON_STORE_CONTENT: String(isStored) };
  const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: "utf8", env });
  if (status !== 0) throw new Error(`baton ingest: ${stderr}`);
}

/** An engineer who wants to know what was said, without opening the files. */
test.describe("an engineer reads what was said in a session", () => {
  test.beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), "baton-conversation-"));
    writeSession(folder);
    ingest(folder, WORKSPACE, true);
    ingest(folder, WITHOUT_TEXT, false);
    rmSync(folder, { recursive: true });
  });

  test("reads prompts, answers and calls from top to bottom, and the subagent’s messages", async ({
    page,
  }) => {
    await page.goto(`/w/${WORKSPACE}/sessions/talk`);
    await page.getByRole("radio", { name: "Conversation" }).click();
    await expect(page).toHaveURL(/view=conversation/);
    const items = page.getByRole("list", { name: "Messages" }).locator("> li");
    await expect(items.first()).toContainText("User");
    // Texts of people stay as typed; texts of agents are Markdown, with their tags.
    await expect(items.first()).toContainText("Review the **tests**.\nconst a = b * c * d; // <T>");
    const answer = items.filter({ hasText: "I ask a" });
    await expect(answer.getByText("reviewer", { exact: true })).toHaveCSS("font-weight", /[67]00/);
    await expect(answer).toContainText("about Map<K> and <T>.");

    const failed = items.filter({ hasText: "npm test" });
    await expect(failed).toContainText("error");
    await failed.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(failed.getByText("1 test failed")).toBeVisible();

    await expect(items.filter({ hasText: "Compaction, auto" })).toContainText("90,000");
    const long = items.filter({ hasText: "The report:" });
    await expect(long).not.toContainText("and the end.");
    await long.getByRole("button", { name: /more characters/ }).click();
    await expect(long).toContainText("and the end.");

    await items.filter({ hasText: "subagent call" }).getByRole("link", { name: "Read its messages" }).click();
    await expect(items).toHaveText([/Prompt for reviewer.*Look for tests\./, /reviewer.*I count twelve\./]);
    await page.getByRole("button", { name: "Back to the main agent" }).click();
    await items.filter({ hasText: "subagent call" }).getByRole("link", { name: "Open handoff" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("reviewer");
  });

  test("loads a long session page by page, filters it, and shares a link to an item", async ({ page }) => {
    await page.goto(`/w/${WORKSPACE}/sessions/talk?view=conversation`);
    const items = page.getByRole("list", { name: "Messages" }).locator("> li");
    await expect(items.filter({ hasText: "Review the **tests**." })).toBeVisible();
    await expect(page.getByText("Answer 150", { exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Show more messages" }).click();
    await expect(page.getByText("Answer 60", { exact: true })).toHaveCount(1);
    await page.getByRole("button", { name: "Go to the end" }).click();
    await expect(items.filter({ hasText: "Answer 150" })).toBeInViewport();
    const check = page.getByRole("button", { name: "Check for new messages" });
    const empty = page.waitForResponse(/conversation\.page/);
    await check.click();
    await empty;
    await expect(check).toBeEnabled();

    await items.filter({ hasText: "Answer 149" }).getByRole("link").first().click();
    await expect(page).toHaveURL(/at=/);
    await page.reload();
    await expect(items.filter({ hasText: "Answer 149" })).toBeInViewport();
    await expect(page.getByText("Answer 3", { exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Show earlier messages" }).click();
    await expect(page.getByText("Answer 140", { exact: true })).toHaveCount(1);

    await page.goto(`/w/${WORKSPACE}/sessions/talk?view=conversation`);
    await expect(page.getByRole("button", { name: "Go to the start" })).toHaveCount(0);
    await page.getByRole("radio", { name: "Errors" }).click();
    await expect(items).toHaveCount(1);
    await expect(items).toContainText("npm test");
  });

  test("follows a session that still runs", async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), "baton-running-"));
    const secondsAfterTen = Math.floor((Date.now() - Date.UTC(2026, 2, 1, 10)) / 1_000);
    const [asked = {}, ...later] = new TranscriptBuilder({ sessionId: "running" }, secondsAfterTen)
      .asked("Is it done?")
      .add({ type: "user", message: { role: "user", content: [DOT] } })
      .answered("m1", 5, [text("Now it is.")]).lines;
    writeLines(folder, "running.jsonl", [asked]);
    ingest(folder, WORKSPACE, true);
    await page.goto(`/w/${WORKSPACE}/sessions`);
    const row = page.getByRole("row", { name: /Is it done/ });
    await expect(row.getByText("active", { exact: true }).filter({ visible: true })).toBeVisible();
    await row.getByRole("link", { name: /Is it done/ }).click();
    const items = page.getByRole("list", { name: "Messages" }).locator("> li");
    await expect(items).toHaveText([/Is it done\?/]);
    writeLines(folder, "running.jsonl", later);
    ingest(folder, WORKSPACE, true);
    await expect(items).toHaveText([/Is it done\?/, /GIF image, 37\sB/, /Now it is\./]);
    await expect(items.getByRole("img", { name: "GIF image" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("main")).toContainText(/Agents\s*1/);
    rmSync(folder, { recursive: true });
  });

  test("learns how to keep text if a workspace stores none", async ({ page }) => {
    await page.goto(`/w/${WITHOUT_TEXT}/sessions/talk?view=conversation`);
    const panel = page.getByRole("region", { name: "Conversation" });
    await expect(panel).toContainText("content storage was off");
    await expect(panel).not.toContainText("Review the");
    await expect(panel.getByRole("link", { name: "Open handoff" }).first()).toBeVisible();
    await panel.getByText("Messages", { exact: true }).click();
  });

  test("sees handoffs with what was blocked in a session of Baton’s own events", async ({ page }) => {
    const claim = await ask(
      page,
      "sessions.list",
      { workspace: "sample", search: "claim" },
      "sessions.0.sessionId",
    );
    await page.goto(`/w/sample/sessions/${claim}?view=conversation`);
    const items = page.getByRole("list", { name: "Messages" }).locator("> li");
    await expect(
      items.filter({ hasText: "fraud_agent" }).first().getByRole("link", { name: "Open handoff" }),
    ).toBeVisible();
  });
});
