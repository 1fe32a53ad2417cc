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

/** A compaction without recorded losses and stored texts. */
const UNCOMPARED = {
  ...COMPACTION,
  event_id: "compaction-2",
  session_id: "uncompared",
  summary: undefined,
  loss: undefined,
  survival: undefined,
};

/** An engineer: the agent forgot something after a compaction. What was lost? */
test.describe("an engineer finds out what a compaction lost", () => {
  test("opens a compaction from its session, and reads its sizes, losses by class, required facts and summary", async ({
    page,
  }) => {
    const folder = join(BATON_FOLLOW, "sessions");
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, "compacted.jsonl"), `${JSON.stringify(COMPACTION)}\n`);
    appendFileSync(join(folder, "uncompared.jsonl"), `${JSON.stringify(UNCOMPARED)}\n`);
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

  test("reads the conversation before next to its summary, with the lost facts marked, and the trend", async ({
    page,
  }) => {
    const origin = {
      sessionId: "5a1e6b1c-0000-4000-8000-00000000c0de",
      version: "2.0.0",
      cwd: "/work/pay",
      isSidechain: false,
      userType: "external",
    };
    const at = (minute: number) => `2026-03-02T11:0${minute}:00.000Z`;
    const lines = [
      {
        type: "user",
        message: { role: "user", content: "Move the sessions to Redis. Never touch `src/pay.ts`." },
      },
      {
        type: "assistant",
        message: {
          role: "assistant",
          content: [{ type: "text", text: "All 80 tests pass, and sessions live in Redis." }],
        },
      },
      {
        type: "system",
        subtype: "compact_boundary",
        content: "Conversation compacted",
        compactMetadata: { trigger: "auto", preTokens: 1_200 },
      },
      {
        type: "user",
        isCompactSummary: true,
        message: { role: "user", content: "The user wants the sessions moved to Redis." },
      },
    ].map((line, index) => ({
      ...origin,
      uuid: `5a1e6b1c-0000-4000-8000-0000000000f${index}`,
      parentUuid: index === 0 ? null : `5a1e6b1c-0000-4000-8000-0000000000f${index - 1}`,
      timestamp: at(index),
      ...line,
    }));
    const folder = join(BATON_FOLLOW, ".claude/projects/-work-pay");
    mkdirSync(folder, { recursive: true });
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    appendFileSync(join(folder, `${origin.sessionId}.jsonl`), text);
    await expect(async () => {
      await page.goto(`/w/default/sessions/${origin.sessionId}`);
      // A session without handoffs opens at its conversation.
      await page.getByRole("link", { name: "Open compaction" }).click({ timeout: 2_000 });
    }).toPass();
    const sides = page.getByRole("region", { name: "Before and after" });
    const before = sides.getByRole("region", { name: "Before", exact: true });
    await expect(before).toContainText("Never touch");
    await expect(before.locator("mark").filter({ hasText: "src/pay.ts" }).first()).toBeVisible();
    await expect(sides.getByRole("region", { name: "After", exact: true })).toContainText("moved to Redis");

    // Ingest compares the two texts of the transcript after some seconds: 4 facts, of which 3 are lost.
    const trend = page.getByRole("region", { name: "Facts kept by compactions" });
    await expect(async () => {
      await page.goto("/w/default/savings?range=2026-03-01..2026-03-03");
      await expect(trend).toContainText("5 of 16 facts lost", { timeout: 5_000 });
      await expect(trend).toContainText("Compactions not compared");
    }).toPass();
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
