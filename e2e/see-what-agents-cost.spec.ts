import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { starts, TranscriptBuilder, trailer } from "@baton/ingest/test/transcript";
import { expect, type Page, test } from "@playwright/test";

const COMMAND = join(import.meta.dirname, "../apps/cli/dist/baton.mjs");
const WORKSPACE = "costs";
const RANGE = "range=2026-02-15..2026-03-10&tz=UTC";
const MILLION = 1_000_000;

/** A manager wants to know what coding agents cost, by model and by project. */
test.describe("a manager with transcripts of Claude Code", () => {
  test.beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), "baton-costs-"));
    const write = (name: string, { lines }: TranscriptBuilder) => {
      const path = join(folder, ".claude/projects/p", name);
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    };
    const shop = { sessionId: "shop-1", cwd: "/home/ada/shop", gitBranch: "main" };
    // $3 of input, $0.30 of cache reads and $1.50 of output.
    const usage = {
      input_tokens: MILLION,
      cache_read_input_tokens: MILLION,
      output_tokens: MILLION / 10,
    };
    write(
      "shop-1.jsonl",
      new TranscriptBuilder(shop)
        .asked("Review the shop.")
        .answered("c1", 0, [starts("t1", "reviewer")], { usage })
        .returned("t1", [{ type: "text", text: "Fine." }, trailer("a1", 700)], {
          toolUseResult: { agentId: "a1" },
        }),
    );
    write(
      "shop-1/subagents/agent-a1.jsonl",
      new TranscriptBuilder({ ...shop, agentId: "a1", isSidechain: true }, 1)
        .asked("Look at the shop.")
        .answered("c2", 0, [], { usage: { input_tokens: MILLION, output_tokens: 0 } }),
    );
    write(
      "site-1.jsonl",
      new TranscriptBuilder({ sessionId: "site-1", cwd: "/home/bob/site", gitBranch: "fix-menu" })
        .asked("Fix the menu.")
        .answered("c3", 0, [], { model: "house-1", usage: { input_tokens: 2 * MILLION, output_tokens: 0 } }),
    );
    const parameters = [COMMAND, "ingest", folder, "--workspace", WORKSPACE];
    const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: "utf8" });
    if (status !== 0) throw new Error(`baton ingest: ${stderr}`);
    rmSync(folder, { recursive: true });
  });

  test("sees the cost by model, project and session", async ({ page }) => {
    await page.goto(`/w/${WORKSPACE}/usage?${RANGE}`);
    const totals = page.getByRole("region", { name: "Totals" });
    await expect(totals).toContainText("$7.80");
    await expect(totals).toContainText("2.0 M tokens have no price");
    await expect(rowOf(page, "Usage by model", "claude-sonnet-4-6")).toContainText("$7.80");
    await expect(rowOf(page, "Usage by model", "house-1")).toContainText("no price");

    await page.getByRole("combobox", { name: "Split by" }).selectOption("Project folder");
    await expect(rowOf(page, "Usage by project folder", "/home/ada/shop")).toContainText("$7.80");
    await rowOf(page, "Usage by project folder", "/home/ada/shop").getByRole("link").click();
    await expect(rowOf(page, "Usage by agent", "reviewer")).toContainText("$3.00");
    await page.getByRole("button", { name: "Remove the filter Project folder" }).click();
    await page.getByRole("combobox", { name: "Split by" }).selectOption("Branch");
    await expect(rowOf(page, "Usage by branch", "fix-menu")).toContainText("no price");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("region", { name: "Usage by branch" })
        .getByRole("button", { name: "CSV of all calls" })
        .click(),
    ]);
    const csv = await readFile(await download.path(), "utf8");
    expect(csv).toContain("day (UTC),model");
    expect(csv).toContain(
      "2026-03-01,claude-sonnet-4-6,reviewer,ada,/home/ada/shop,,main,shop-1,1,1000000,0,0,0,0,3",
    );

    await page.getByRole("combobox", { name: "Split by" }).selectOption("Person");
    await expect(rowOf(page, "Usage by person", "ada")).toContainText("$7.80");
    await expect(rowOf(page, "Usage by person", "bob")).toContainText("no price");
    await page.goto(`/w/${WORKSPACE}/settings/workspace`);
    const hides = page.getByRole("switch", { name: "Hide names of fewer than five people" });
    await hides.click();
    await expect(hides).toBeChecked();
    await page.goto(`/w/${WORKSPACE}/usage?${RANGE}&by=person`);
    await expect(page.getByRole("table", { name: "Usage by person" })).toContainText("$7.80");
    await expect(page.getByText("ada", { exact: true })).toHaveCount(0);

    await page.goto(`/w/${WORKSPACE}/savings?${RANGE}`);
    await expect(page.getByRole("region", { name: "Savings" })).toContainText("No savings yet");
    await expect(page.getByRole("region", { name: "Savings ranking" })).toHaveCount(0);

    await page.getByRole("link", { name: "Report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Model calls, 15 Feb to 10 Mar 2026");
    await expect(rowOf(page, "Cost by model", "claude-sonnet-4-6")).toContainText("$7.80");
    await expect(rowOf(page, "Cost by agent", "reviewer")).toContainText("$3.00");

    await page.goto(`/w/${WORKSPACE}/sessions`);
    await expect(page.getByRole("row", { name: /shop-1/ })).toContainText("$7.80");
    await page.goto(`/w/${WORKSPACE}/sessions/shop-1`);
    await expect(page.getByRole("table", { name: "Usage by agent" })).toContainText("$7.80");
  });

  test("prices a new model with a price file of LiteLLM", async ({ page }) => {
    await page.goto(`/w/${WORKSPACE}/settings/prices`);
    await expect(page.getByText("These models have no price: house-1.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Set the price of house-1" })).toBeVisible();
    const file = {
      "house-1": {
        litellm_provider: "house",
        mode: "chat",
        input_cost_per_token: 5e-6,
        output_cost_per_token: 1e-5,
      },
    };
    await page.getByLabel("Price file").setInputFiles({
      name: "model_prices_and_context_window.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(file)),
    });
    await expect(page.getByText("1 price read, 1 of them new or changed.")).toBeVisible();
    await expect(page.getByText("These models have no price")).toHaveCount(0);
    await page.goto(`/w/${WORKSPACE}/usage?${RANGE}`);
    await expect(page.getByRole("region", { name: "Totals" })).toContainText("$17.80");
  });
});

function rowOf(page: Page, table: string, name: string) {
  return page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: name });
}
