import { expect, test } from "@playwright/test";

test.use({ storageState: { cookies: [], origins: [] } });

test("a reader without an account searches the documentation, and follows its links", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1, name: "Documentation" })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search the documentation" });
  await search.fill("calibrated model");
  await search.press("Enter");
  await expect(page).toHaveURL(/\/docs\?q=calibrated\+model/);
  await page.getByRole("main").getByRole("link", { name: "Calibration" }).click();
  await expect(page).toHaveURL(/\/docs\/costs#calibration$/);
  await expect(page.getByRole("heading", { level: 1, name: "Costs" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Calibration" })).toBeInViewport();

  await page.getByRole("navigation", { name: "Guides" }).getByRole("link", { name: "Architecture" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Architecture" })).toBeVisible();
  await page.goto("/docs/nothing-here");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});
