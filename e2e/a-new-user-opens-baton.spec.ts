import { expect, test } from "@playwright/test";

/** Before the first own session: this file comes first of its project. */
test("a new user opens Baton, and sees the sample's savings with a label for sample data", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/w\/sample\/overview/);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page.getByText(/sample data/i).first()).toBeVisible();
  await expect(page.getByText(/baton demo --remove/)).toBeVisible();
  const tiles = page.getByRole("region", { name: /key metrics/i });
  await expect(tiles).toContainText("Tokens saved");
  await expect(tiles).toContainText("Share saved");
  const banner = page.getByRole("region", { name: "Sample data" });
  await banner.getByRole("button", { name: /^Copy “.*baton demo --remove”$/ }).click();
  await expect(page.getByText(/^Copied$|Select the text instead/)).toBeVisible();
  await banner.getByRole("button", { name: "Hide" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
