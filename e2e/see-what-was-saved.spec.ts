import { expect, test } from "@playwright/test";

/** A manager: what do scoping and compaction save, and may I show it to others? */
test.describe("a manager sees what was saved", () => {
  test("opens Baton, sees the sample's savings, and that it is sample data", async ({ page }) => {
    await page.goto("/");
    await expect(page).toHaveURL(/\/w\/sample\/overview/);
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await expect(page.getByText(/sample data/i).first()).toBeVisible();
    await expect(page.getByText("npx baton demo --remove")).toBeVisible();
    const tiles = page.getByRole("region", { name: /key figures/i });
    await expect(tiles).toContainText("Tokens saved");
    await expect(tiles).toContainText("Share saved");
  });

  test("sees the savings by rule, and the same figures as a table", async ({ page }) => {
    await page.goto("/w/sample/overview");
    const saved = page.getByRole("region", { name: /saved per day/i });
    await saved.getByRole("radio", { name: "Rule" }).click();
    await expect(page).toHaveURL(/by=rule/);
    await expect(saved.getByText("fraud_to_recommendation").first()).toBeVisible();
    await saved.getByRole("radio", { name: "Table" }).click();
    await expect(saved.getByRole("table").first()).toContainText("fraud_to_recommendation");
  });

  test("changes the range, and the address holds it so that the view can be shared", async ({
    page,
    context,
  }) => {
    await page.goto("/w/sample/overview");
    await page.getByRole("radio", { name: "7 d" }).click();
    await expect(page).toHaveURL(/range=7d/);
    const shared = await context.newPage();
    await shared.goto(page.url());
    await expect(shared.getByRole("radio", { name: "7 d" })).toBeChecked();
  });

  test("sees the savings held against the period before, or against nothing", async ({ page }) => {
    await page.goto("/w/sample/savings");
    await expect(page.getByRole("heading", { level: 1, name: "Savings" })).toBeVisible();
    const compare = page.getByRole("button", { name: /^compare/ });
    await expect(compare).toHaveAttribute("aria-pressed", "true");
    await compare.click();
    await expect(page).toHaveURL(/compare=none/);
  });
});
