import { expect, test } from "@playwright/test";

/** An engineer: the sessions to look at each morning, in the columns that matter. */
test.describe("an engineer keeps a view of sessions", () => {
  test("filters by what the counts show, chooses columns, saves the view, copies its link, and undoes its removal", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/w/sample/sessions");
    const table = page.getByRole("table", { name: "Sessions" });
    await page.getByRole("radio", { name: /^Leaks \d+$/ }).click();
    await expect(page).toHaveURL(/leak=true/);
    await expect(
      table
        .getByText(/^\d+ leaks?$/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await page.getByRole("radio", { name: "90 d" }).click();
    await expect(page).toHaveURL(/range=90d/);

    await page.getByRole("button", { name: "Columns" }).click();
    const columns = page.getByRole("dialog", { name: "Columns" });
    await columns.getByRole("checkbox", { name: "Workflow" }).click();
    await columns.getByRole("checkbox", { name: "Started" }).click();
    await expect(table.getByRole("columnheader", { name: "Workflow" })).toHaveCount(0);
    await expect(table.getByRole("columnheader", { name: "Started" })).toBeVisible();
    await expect(page).toHaveURL(/columns=/);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Views", exact: true }).click();
    const views = page.getByRole("dialog", { name: "Saved views" });
    await views.getByRole("checkbox", { name: "Only for me" }).click();
    await views.getByRole("textbox", { name: "Save this view as" }).fill("Leaks, 90 days");
    await views.getByRole("button", { name: "Save view" }).click();
    const view = views.getByRole("listitem").filter({ hasText: "Leaks, 90 days" });
    await expect(view).toContainText("only for me");
    await view.getByRole("button", { name: "Copy the link of “Leaks, 90 days”" }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());

    // The columns stay the user's choice without the link.
    await page.goto("/w/sample/sessions");
    await expect(table.getByRole("columnheader", { name: "Started" })).toBeVisible();
    await expect(table.getByRole("columnheader", { name: "Workflow" })).toHaveCount(0);
    await page.goto(link);
    await expect(page.getByRole("radio", { name: /^Leaks/ })).toBeChecked();
    await expect(page.getByRole("radio", { name: "90 d" })).toBeChecked();

    await page.getByRole("button", { name: "Views", exact: true }).click();
    await view.getByRole("button", { name: "Rename “Leaks, 90 days”" }).click();
    await view.getByRole("textbox").fill("Leaks of a quarter");
    await views.getByRole("button", { name: "Rename", exact: true }).click();
    const renamed = views.getByRole("listitem").filter({ hasText: "Leaks of a quarter" });
    await renamed.getByRole("button", { name: "Remove “Leaks of a quarter”" }).click();
    await expect(renamed).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(renamed).toBeVisible();
    await renamed.getByRole("button", { name: "Remove “Leaks of a quarter”" }).click();
    await expect(renamed).toHaveCount(0);

    // The next test starts with the usual columns.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Columns" }).click();
    await columns.getByRole("button", { name: "Usual columns" }).click();
    await expect(table.getByRole("columnheader", { name: "Workflow" })).toBeVisible();
  });

  test("sees time and problems on a phone, and filters after a click", async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto("/w/sample/sessions?leak=true");
    const table = page.getByRole("table", { name: "Sessions" });
    await expect(
      table
        .getByText(/^\d+ leaks?$/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Rule" })).toBeHidden();
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    await expect(page.getByRole("combobox", { name: "Rule" })).toBeVisible();
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide).toBe(false);
  });
});
