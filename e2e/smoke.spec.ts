import { expect, test } from "@playwright/test";

test("the address that a start prints opens a page", async ({ page }) => {
  const response = await page.goto("/");
  expect(response?.status()).toBe(200);
  await expect(page.locator("h1")).toBeVisible();
});
