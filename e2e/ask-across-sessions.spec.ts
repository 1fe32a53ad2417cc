import { expect, test } from "@playwright/test";

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
    const rule = flows.getByRole("link", { name: /_to_/ }).first();
    const ruleId = await rule.innerText();
    await rule.click();
    await expect(page).toHaveURL(/lineage\/rules\/.*range=90d/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(ruleId);
    await expect(page.getByRole("region", { name: "History" })).toContainText("added");
    await page.getByRole("table", { name: "Pairs" }).getByRole("link").first().click();
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
});
