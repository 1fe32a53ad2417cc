import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { BATON_FOLLOW } from "./env";

/** A workflow of three manifests and a task, in one session. */
const WORKFLOW = [
  ["workflow_start", { workflow_id: "kinds", agent_plan: ["analyzer", "architect", "builder", "tester"] }],
  ["agent_handoff", handOver("analyzer", "architect")],
  ["agent_handoff", handOver("architect", "builder")],
  ["agent_handoff", handOver("builder", "tester")],
  [
    "task_handoff",
    {
      handoff: {
        taskId: "kinds-1",
        fromAgent: "tester",
        toAgent: "builder",
        taskName: "Fix the pager",
        taskDescription: "Return one page of claims",
        tokenBudget: 1_000,
        interfaces: {},
        dependencies: [],
        criticalNotes: [],
        testRequirements: [],
      },
    },
  ],
] as const;

function handOver(from: string, to: string) {
  return {
    workflow_id: "kinds",
    from_agent: from,
    to_agent: to,
    artifacts: [`artifacts/${from}/manifest.json`],
    context_budget: { manifest_tokens: 400, required_tokens: 0, total_tokens: 400, utilization_pct: 40 },
  };
}

/** A security officer: follows a field, an agent and a rule across all sessions. */
test.describe("a security officer asks across all sessions", () => {
  test("finds the pairs that pass internal_notes, and their rules, from the overview", async ({ page }) => {
    await page.goto("/w/sample/overview");
    await page
      .getByRole("region", { name: "Most blocked fields" })
      .getByRole("link", { name: /internal_notes/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("internal_notes");
    const flows = page.getByRole("table", { name: "Pairs and outcomes" });
    await expect(flows.getByRole("row", { name: /severity_agent to .* blocked/ }).first()).toBeVisible();
    await flows.getByRole("link", { name: "severity_agent", exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("severity_agent");
    await expect(page.getByRole("table", { name: "Receives from" }).getByRole("row").nth(1)).toBeVisible();
    await expect(page.getByRole("table", { name: "Fields it gives" })).toContainText("internal_notes");
  });

  test("finds the same with one search, and opens the rule and its history", async ({ page }) => {
    await page.goto("/w/sample/overview");
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByPlaceholder("Jump to anything").fill("internal_notes");
    await page.getByRole("option", { name: "internal_notes", exact: true }).first().click();
    await expect(page).toHaveURL(/lineage\/fields\/internal_notes/);
    await page.getByRole("radio", { name: "90 d" }).click();
    await expect(page).toHaveURL(/range=90d/);
    const flows = page.getByRole("table", { name: "Pairs and outcomes" });
    // The address changes before the links do.
    await expect(flows.locator('a[href*="/lineage/rules/"]').first()).toHaveAttribute("href", /range=90d/);
    const ruleId = await flows.getByRole("link", { name: /_to_/ }).first().innerText();
    await flows.getByRole("link", { name: ruleId, exact: true }).first().click();
    await expect(page).toHaveURL(/lineage\/rules\/.*range=90d/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(ruleId);
    await expect(page.getByRole("region", { name: "History" })).toContainText("added");
    await page.getByRole("table", { name: "Pairs", exact: true }).getByRole("link").first().click();
    await expect(page).toHaveURL(/lineage\/pairs\//);
    await expect(
      page.getByRole("table", { name: "Fields", exact: true }).getByRole("row").nth(1),
    ).toBeVisible();
    await page.getByRole("table", { name: "Latest sessions" }).getByRole("link").first().click();
    await expect(page).toHaveURL(/\/sessions\//);
  });

  test("finds the sessions that contain words, with the matching line", async ({ page }) => {
    await page.goto("/w/sample/overview");
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByPlaceholder("Jump to anything").fill("internal_notes");
    await page.getByRole("option", { name: /Search in all sessions for/ }).click();
    await expect(page).toHaveURL(/\/search\?search=internal_notes/);
    const results = page.getByRole("region", { name: "Results" });
    await expect(results.locator("mark").first()).toBeVisible();
    await results.getByRole("link").first().click();
    await expect(page).toHaveURL(/\/sessions\//);
    await expect(page.getByRole("region", { name: "Lines", exact: true })).toContainText("internal");
  });

  test('sees an empty page for an unknown subject, and "not found" for an invalid URL', async ({ page }) => {
    await page.goto("/w/sample/lineage/agents/nobody");
    await expect(page.getByText("No handoffs in this period").first()).toBeVisible();
    const answer = await page.goto("/w/sample/lineage/cats");
    expect(answer?.status()).toBe(404);
  });

  test("sees manifests and tasks as handoffs of a session, and its workflow's plan", async ({ page }) => {
    const folder = join(BATON_FOLLOW, "sessions");
    mkdirSync(folder, { recursive: true });
    const lines = WORKFLOW.map(([event_type, event], index) =>
      JSON.stringify({
        event_type,
        event_id: `kinds-${index}`,
        session_id: "kinds",
        timestamp: `2026-03-04T10:0${index}:00Z`,
        ...event,
      }),
    );
    appendFileSync(join(folder, "kinds.jsonl"), `${lines.join("\n")}\n`);
    await expect(async () => {
      await page.goto("/w/default/sessions/kinds");
      await expect(page.getByRole("button", { name: /^task 1/ })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(page.getByRole("region", { name: "Lineage" })).toBeVisible();
    const handoffs = page.getByRole("table", { name: "Handoffs of this session" });
    await expect(handoffs.getByRole("row")).toHaveCount(5);
    await page.getByRole("button", { name: /^manifest 3/ }).click();
    await expect(page).toHaveURL(/kind=manifest/);
    await expect(handoffs.getByRole("row")).toHaveCount(4);
    await page.getByRole("link", { name: "kinds", exact: true }).first().click();
    await expect(page.getByRole("region", { name: "Plan and result" })).toContainText("architect");
  });

  test("compares two sessions, chosen in the list", async ({ page }) => {
    await page.goto("/w/sample/sessions?search=claim");
    const boxes = page.getByRole("checkbox", { name: /^Choose/ });
    await boxes.nth(0).click();
    await boxes.nth(1).click();
    await page.getByRole("link", { name: "Compare 2 sessions" }).click();
    await expect(page).toHaveURL(/\/compare\?a=/);
    await expect(page.getByRole("table", { name: "Fields" }).getByRole("row").nth(1)).toBeVisible();
    await expect(page.getByRole("table", { name: "Handoffs", exact: true })).toContainText(
      "recommendation_agent",
    );
  });
});
