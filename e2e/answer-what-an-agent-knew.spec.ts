import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { BATON_FOLLOW } from "./env";

const VERSION = "c0ffee00".repeat(8);
const POLICY_SEEN = {
  event_type: "policy_seen",
  event_id: "answers-policy",
  session_id: "answers",
  timestamp: "2026-03-03T10:00:00Z",
  policy_version: VERSION,
  switch: { enabled: true, observe: false },
  policy: {
    blocked_context_fields: ["ssn"],
    agent_handoff_rules: [{ rule_id: "all", from_agent_id: "*", to_agent_id: "*", handoff_mode: "full" }],
  },
};

function handoff(id: string, from: string, to: string, outline: object[]) {
  const summary = {
    prior_outputs_count: 1,
    observations_count: 0,
    total_tokens: 20,
    agents_included: [from],
  };
  return {
    event_type: "context_handoff",
    event_id: id,
    session_id: "answers",
    policy_version: VERSION,
    timestamp: `2026-03-03T10:0${id.at(-1)}:00Z`,
    from_agent_id: from,
    to_agent_id: to,
    handoff_mode: "full",
    governance_rule_id: "all",
    scoping_state: "scoped",
    context_before_scoping: summary,
    context_after_scoping: summary,
    tokens_saved: 0,
    tokens_saved_percentage: 0,
    outline,
  };
}

const blocked = { path: "intake.claimant.ssn", tokens: 9, after: 0, cause: "blocked" };
/** The first handoff follows the policy, the second passes a blocked field. */
const EVENTS = [
  POLICY_SEEN,
  handoff("answers-1", "intake", "severity", [{ path: "intake.claim", tokens: 6 }, blocked]),
  handoff("answers-2", "intake", "billing", [{ path: "intake.claimant.ssn", tokens: 9 }]),
];

/** Opens a session from the session list. */
async function openSession(page: Page, workspace: string, search: string) {
  await page.goto(`/w/${workspace}/sessions?search=${search}`);
  await page.getByRole("table", { name: "Sessions" }).getByRole("link").first().click();
  await expect(page.getByRole("region", { name: "Lineage" })).toBeVisible();
}

/** Loads the current URL again, as a person with the link would. */
async function openPermalink(page: Page) {
  await page.goto(page.url());
}

/** An engineer: what did this agent know, and which agent passed it? */
test.describe("an engineer investigates one session, and shares the link", () => {
  test.beforeAll(() => {
    const folder = join(BATON_FOLLOW, "sessions");
    mkdirSync(folder, { recursive: true });
    appendFileSync(
      join(folder, "answers.jsonl"),
      EVENTS.map((event) => `${JSON.stringify(event)}\n`).join(""),
    );
  });

  test("finds the rule that blocked internal_notes for recommendation_agent", async ({ page }) => {
    await openSession(page, "sample", "claim");
    await page
      .getByRole("table", { name: "Handoffs of this session" })
      .getByRole("link", { name: /severity_agent to recommendation_agent/ })
      .first()
      .click();
    const fields = page.getByRole("region", { name: "Fields", exact: true });
    await expect(fields.getByRole("row", { name: /^severity_agent\.internal_notes/ })).toContainText(
      "severity_to_recommendation",
    );
    const comparison = page.getByRole("region", { name: "Before and after" }).first();
    await comparison.getByRole("button", { name: "Link to line 2 before" }).click();
    await comparison.getByRole("radio", { name: "Unified" }).click();
    await expect(page).toHaveURL(/diff=unified&line=before-2|line=before-2&diff=unified/);
    await openPermalink(page);
    await expect(comparison.getByRole("button", { name: "Link to line 2 before" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await fields.getByRole("link", { name: "severity_agent.internal_notes" }).click();
    await expect(page).toHaveURL(/fields\?path=severity_agent\.internal_notes/);
    await openPermalink(page);
    const step = page
      .getByRole("region", { name: "Steps" })
      .getByRole("row", { name: /blocked.*severity_agent to recommendation_agent/ });
    await expect(step.first()).toContainText("blocked for the receiver (also not in the allowed list)");
    await expect(page.getByRole("img", { name: /Path of severity_agent\.internal_notes/ })).toBeVisible();
  });

  test("finds the agents that received ssn", async ({ page }) => {
    await openSession(page, "default", "answers");
    await page.getByRole("link", { name: "Follow a field" }).click();
    const fields = page.getByRole("table", { name: "Fields of this session" });
    await expect(fields.getByRole("link", { name: "ssn", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Field", exact: true }).first().click();
    await page.getByPlaceholder("Find a field or enter its path").fill("ssn");
    await page.getByRole("option", { name: /ssn/ }).first().click();
    await expect(page).toHaveURL(/path=ssn/);
    await openPermalink(page);
    const holders = page.getByRole("table", { name: "Agents that had the field" });
    await expect(holders.getByRole("row", { name: /intake yes wrote it/ })).toBeVisible();
    await expect(holders.getByRole("row", { name: /billing yes handoff 2/ })).toBeVisible();
    await expect(holders.getByRole("row", { name: /severity no/ })).toBeVisible();

    await holders.getByRole("link", { name: "severity" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("What severity knew");
    await expect(page.getByRole("region", { name: "Withheld", exact: true })).toContainText(
      "intake.claimant.ssn",
    );
    await expect(page.getByRole("region", { name: "Received", exact: true })).toContainText("intake.claim");
  });

  test("finds the losses of a compaction", async ({ page }) => {
    await page.goto("/w/sample/sessions?search=Move+the+mobile+app");
    await page.getByRole("table", { name: "Sessions" }).getByRole("link").first().click();
    await page.getByRole("region", { name: "Compactions" }).getByRole("link").first().click();
    await expect(page).toHaveURL(/\/compactions\//);
    await openPermalink(page);
    await expect(page.getByRole("region", { name: "Losses" })).toContainText("kept");
  });

  test("finds the handoff that violated the policy live at the time", async ({ page }) => {
    await page.goto("/w/default/sessions");
    await page.getByRole("radio", { name: "Policy violations" }).click();
    await page
      .getByRole("table", { name: "Sessions" })
      .getByRole("link", { name: /answers/ })
      .click();
    await expect(page).toHaveURL(/sessions\/answers/);
    await expect(page.getByText("1 policy violation")).toBeVisible();
    await page.getByRole("button", { name: /^Policy violations/ }).click();
    const handoffs = page.getByRole("table", { name: "Handoffs of this session" });
    await expect(handoffs.getByRole("row", { name: /intake to billing/ })).toBeVisible();
    await expect(handoffs.getByRole("row", { name: /intake to severity/ })).toBeHidden();
    await handoffs.getByRole("link", { name: /intake to billing/ }).click();
    await expect(page).toHaveURL(/\/handoffs\//);
    await openPermalink(page);
    const enforcement = page.getByRole("region", { name: "Enforcement" });
    await expect(enforcement).toContainText("Passed against the rules at the time");
    await expect(enforcement.getByRole("row", { name: /intake\.claimant\.ssn blocked/ })).toBeVisible();
  });
});
