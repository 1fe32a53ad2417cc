import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { BATON_FOLLOW } from "./env";

const COMPACTION = {
  event_type: "compaction",
  event_id: "compaction-1",
  session_id: "compacted",
  agent_id: "planner",
  timestamp: "2026-03-02T10:00:00Z",
  before_tokens: 41_200,
  after_tokens: 3_090,
  trigger: "phase",
  preserved: ["task_id", "spec_path"],
  summary: "- Pages count from 1\n- Next: write `nextPage`",
  loss: { file_paths: { total: 8, kept: 6 }, numbers: { total: 4, kept: 4 } },
  survival: { required: 3, missing: ["specs/42_pager/plan.md"] },
};

/** An engineer: the agent forgot something after a compaction. What was lost? */
test.describe("an engineer finds out what a compaction lost", () => {
  test("opens a compaction from its session, and reads its sizes, losses by class, required facts and summary", async ({
    page,
  }) => {
    const folder = join(BATON_FOLLOW, "sessions");
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, "compacted.jsonl"), `${JSON.stringify(COMPACTION)}\n`);
    await page.goto("/w/default/sessions");
    await page
      .getByRole("table", { name: "Sessions" })
      .getByRole("link", { name: /compacted/ })
      .click();
    await page.getByRole("region", { name: "Compactions" }).getByRole("link", { name: "planner" }).click();

    await expect(page).toHaveURL(/\/sessions\/compacted\/compactions\/compaction-1$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Compaction of planner");
    await expect(page.getByText("41,200 tokens")).toBeVisible();
    await expect(page.getByText("92.5 %")).toBeVisible();
    await expect(page.getByRole("region", { name: "Summary" })).toContainText("Next: write `nextPage`");
    const contract = page.getByRole("region", { name: "Required facts" });
    await expect(contract).toContainText("1 of 3 required facts are missing");
    await expect(contract).toContainText("specs/42_pager/plan.md");
  });

  test("finds a compaction of the sample in its session's timeline", async ({ page }) => {
    await page.goto("/w/sample/sessions?search=Move+the+mobile+app");
    await page.getByRole("table", { name: "Sessions" }).getByRole("link").first().click();
    await page.getByRole("region", { name: "Compactions" }).getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Compaction of");
    await expect(page.getByRole("region", { name: "Losses" })).toBeVisible();
  });

  test('sees "not found" for a compaction that does not exist', async ({ page }) => {
    await page.goto("/w/sample/sessions/none/compactions/none");
    await expect(page.getByText("Page not found")).toBeVisible();
  });
});
