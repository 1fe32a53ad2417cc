import { expect, test } from "@playwright/test";

/** An operator: does everything arrive, and what did not? */
test("an operator sees the sources, and the one broken line with its reason", async ({ page }) => {
  await page.goto("/w/sample/ingest");
  await expect(page.getByRole("heading", { level: 1, name: "Ingest" })).toBeVisible();
  await expect(page.getByText(/\.jsonl/).first()).toBeVisible();
  const quarantine = page.getByRole("region", { name: "Quarantine", exact: true });
  await expect(quarantine).toContainText(/JSON/);
});

/** A governance owner: what may pass from whom to whom, now? */
test("a governance owner reads the policy that is in force, rule by rule", async ({ page }) => {
  await page.goto("/w/sample/policies");
  const rules = page.getByRole("table", { name: /rules/i });
  await expect(rules.getByText("fraud_to_recommendation")).toBeVisible();
  await rules.getByRole("button", { name: /severity_agent to recommendation_agent/ }).click();
  await expect(page.getByText("internal_notes").first()).toBeVisible();
});
