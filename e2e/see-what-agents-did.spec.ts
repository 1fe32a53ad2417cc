import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { starts, TranscriptBuilder, trailer } from "@baton/ingest/test/transcript";
import { expect, test } from "@playwright/test";

const COMMAND = join(import.meta.dirname, "../apps/cli/dist/baton.mjs");
const WORKSPACE = "transcripts";

/** A person who has transcripts of Claude Code, and nothing else. */
test.describe("a person with transcripts only", () => {
  test.beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), "baton-transcripts-"));
    const write = (name: string, { lines }: TranscriptBuilder) => {
      const path = join(folder, ".claude/projects/p", name);
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    };
    write(
      "s.jsonl",
      new TranscriptBuilder({ sessionId: "s" })
        .asked("Review the tests.")
        .answered("m1", 20, [starts("t1", "reviewer")])
        .returned("t1", [{ type: "text", text: "Twelve tests." }, trailer("a1", 700)], {
          toolUseResult: { agentId: "a1" },
        })
        .answered("m2", 5),
    );
    write(
      "s/subagents/agent-a1.jsonl",
      new TranscriptBuilder({ sessionId: "s", agentId: "a1", isSidechain: true }, 1)
        .asked("Look for tests.")
        .answered("m3", 6)
        .answered("m4", 7),
    );
    const parameters = [COMMAND, "ingest", folder, "--workspace", WORKSPACE];
    const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: "utf8" });
    if (status !== 0) throw new Error(`baton ingest: ${stderr}`);
    rmSync(folder, { recursive: true });
  });

  test("sees the work of agents and its cost on the overview, without a dash", async ({ page }) => {
    await page.goto(`/w/${WORKSPACE}/overview?range=2026-02-15..2026-03-10`);
    const tiles = page.getByRole("region", { name: "Agent activity" });
    await expect(tiles).toContainText("1 subagent call, 1 return");
    await expect(tiles).toContainText("4 model calls");
    await expect(tiles).toContainText("$");
    await expect(page.getByRole("region", { name: "Key metrics" })).toHaveCount(0);
    const cost = page.getByRole("table", { name: "Cost by agent and model" });
    await expect(cost.getByRole("row", { name: /reviewer/ })).toContainText("$");
    await expect(page.locator("main").getByText("–", { exact: true })).toHaveCount(0);
    await page.getByRole("radio", { name: "Agent" }).click();
    await expect(page.getByRole("region", { name: "Tokens per day, by agent" })).toContainText("reviewer");
  });

  test("sees the tokens and cost of a session, and no columns of savings", async ({ page }) => {
    await page.goto(`/w/${WORKSPACE}/sessions`);
    const sessions = page.getByRole("table", { name: "Sessions" });
    await expect(sessions.getByRole("row").nth(1)).toContainText("$");
    await expect(sessions.getByRole("columnheader", { name: "Tokens used" })).toBeVisible();
    await expect(sessions.getByRole("columnheader", { name: "Saved" })).toHaveCount(0);
  });

  test("copies the command that continues a session", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`/w/${WORKSPACE}/sessions/s`);
    await page.getByRole("button", { name: "Copy resume command" }).click();
    await expect(page.getByText("Copied", { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/claude --resume s$/);
  });

  test("starts with the suggested policy", async ({ page }) => {
    await page.goto(`/w/${WORKSPACE}/overview`);
    const panel = page.getByRole("region", { name: "Suggested first policy" });
    await panel.getByRole("button", { name: "Create this draft" }).click();
    await expect(page).toHaveURL(/policies\/content/);
    await expect(page.getByRole("main")).toContainText("no_secrets");
    await page.goto(`/w/${WORKSPACE}/overview`);
    await expect(page.getByRole("region", { name: "Live" })).toBeVisible();
    await expect(panel).toHaveCount(0);
  });
});
