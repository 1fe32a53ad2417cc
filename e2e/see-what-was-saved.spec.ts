import { readFile } from "node:fs/promises";
import { formatCompact } from "@baton/ui/format/number";
import { formatDay } from "@baton/ui/format/time";
import { expect, type Locator, type Page, test } from "@playwright/test";

/** A manager: what do scoping and compaction save, and can I share it? */
test.describe("a manager", () => {
  test("sees the savings by rule, as a chart and as a table", async ({ page }) => {
    await page.goto("/w/sample/overview");
    const saved = page.getByRole("region", { name: /saved per day/i });
    await saved.getByRole("radio", { name: "Rule" }).click();
    await expect(page).toHaveURL(/by=rule/);
    await expect(saved.getByText("fraud_to_recommendation").first()).toBeVisible();
    await saved.getByRole("radio", { name: "Table" }).click();
    await expect(saved.getByRole("table").first()).toContainText("fraud_to_recommendation");
  });

  test("sees which fields are blocked most, and how many handoffs this is based on", async ({ page }) => {
    await page.goto("/w/sample/overview?range=30d");
    const blocked = page.getByRole("region", { name: "Most blocked fields" });
    await expect(blocked).toContainText("Based on all handoffs with a blocked field.");
    await page.goto("/w/sample/overview?range=30d&mode=scoped");
    await expect(blocked).toContainText(/Based on the latest \d+ handoffs? with a blocked field\./);
  });

  test("changes the period, and shares the view by its URL", async ({ page, context }) => {
    await page.goto("/w/sample/overview");
    await page.getByRole("radio", { name: "7 d" }).click();
    await expect(page).toHaveURL(/range=7d/);
    const shared = await context.newPage();
    await shared.goto(page.url());
    await expect(shared.getByRole("radio", { name: "7 d" })).toBeChecked();
  });

  test("chooses a custom period that starts with the shown days, and sees an error for an unknown period", async ({
    page,
  }) => {
    await page.goto("/w/sample/overview?range=7d&tz=UTC");
    await page.getByRole("button", { name: "Custom" }).click();
    const days = page.getByRole("dialog", { name: "Custom period" });
    const last = new Date(await days.getByLabel("To").inputValue());
    const first = new Date(await days.getByLabel("From").inputValue());
    expect(last.getTime() - first.getTime()).toBe(6 * 24 * 3_600_000);
    await days.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/range=\d{4}-\d{2}-\d{2}\.\./);
    const unknown = page.getByText("Invalid period in the URL.");
    await expect(unknown).toHaveCount(0);
    await page.goto("/w/sample/overview?range=bogus");
    await expect(unknown).toBeVisible();
    await page.getByRole("radio", { name: "7 d" }).click();
    await expect(unknown).toHaveCount(0);
  });

  test("compares the savings with another period, or turns the comparison off", async ({ page }) => {
    await page.goto("/w/sample/savings?range=30d&tz=UTC");
    const compare = page.getByRole("button", { name: /^compare/ });
    await expect(compare).toContainText("30 days before");
    const menu = page.getByRole("dialog", { name: "Compare with" });
    await compare.click();
    await menu.getByRole("button", { name: "Same weekdays before" }).click();
    await expect(page).toHaveURL(/compare=weekday/);
    await expect(compare).toContainText(/\d+\s\w+ to \d+\s\w+\s\d{4}/);
    await compare.click();
    await menu.getByRole("button", { name: "No comparison" }).click();
    await expect(page).toHaveURL(/compare=none/);
    await page.getByRole("link", { name: "Report" }).click();
    await expect(page.getByRole("img", { name: /^Net tokens saved per day/ })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Most blocked fields" })).toBeVisible();
    await expect(page.getByRole("table", { name: "Cost by model" })).toContainText("claude-opus");
    await expect(page.getByRole("heading", { name: "What got worse" })).toHaveCount(0);
  });

  test("shares a report with a person without an account, and revokes the link", async ({
    page,
    browser,
  }) => {
    await page.goto("/w/sample/report?range=30d&tz=UTC");
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share this report" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    const address = await page.getByRole("status").locator("pre").innerText();
    const visitor = await (
      await browser.newContext({ storageState: { cookies: [], origins: [] } })
    ).newPage();
    await visitor.goto(address);
    await expect(visitor.getByRole("heading", { level: 1 })).toContainText("Savings by scoping");
    await expect(visitor.getByRole("button", { name: "Share" })).toHaveCount(0);
    await page.getByRole("button", { name: "Share" }).click();
    await dialog.getByRole("button", { name: /^Revoke the link/ }).click();
    await expect(dialog.getByRole("list", { name: "Links" })).toHaveCount(0);
    await visitor.reload();
    await expect(visitor.getByText("This link shows no report")).toBeVisible();
    await visitor.context().close();
  });

  test("answers the questions of a month within a minute", async ({ page }) => {
    // In its first days, a month has too little data to compare.
    const range = new Date().getUTCDate() < 4 ? "last-month" : "month";
    await test.step("savings of this month against the last one, in tokens and money", async () => {
      await page.goto(`/w/sample/overview?range=${range}&tz=UTC`);
      const tiles = page.getByRole("region", { name: "Key metrics" });
      await expect(tiles).toContainText(/Tokens saved, net.*(up|down|unchanged).*was [\d.,]+/);
      await expect(tiles).toContainText(/Money saved, net.*\$.*(up|down|unchanged).*was \$[\d.,]+/);
    });
    await test.step("the rule that saves most, net", async () => {
      await page.goto(`/w/sample/savings?range=${range}&tz=UTC`);
      const ranking = page.getByRole("region", { name: "Savings ranking" });
      const first = ranking.getByRole("row").nth(1);
      await expect(first.getByRole("link")).toBeVisible();
      await expect(first).toContainText("$");
      await ranking.getByRole("combobox", { name: "Rank by" }).selectOption("Pair");
      await expect(ranking.getByRole("columnheader", { name: "Pair" })).toBeVisible();
      await expect(first.getByRole("link")).toHaveCount(2);
      const button = ranking.getByRole("button", { name: "CSV of all days" });
      const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
      const [header = "", ...rows] = (await readFile(await download.path(), "utf8")).trim().split("\n");
      expect(header).toContain("day (UTC),rule,from,to,mode,model,handoffs,offered tokens,passed tokens");
      expect(rows.length).toBeGreaterThan(20);
    });
    await test.step("a change for the worse, and the field that caused it", async () => {
      const why = page.getByRole("region", { name: "Why it changed", exact: true });
      const fields = why.getByRole("table", { name: "Fields that pass more tokens per handoff than before" });
      await expect(fields.getByRole("link").first()).toBeVisible();
    });
    await test.step("the cost by model and by project", async () => {
      await page.goto("/w/sample/usage?range=90d&tz=UTC");
      const row = page.getByRole("table", { name: "Usage by model" }).getByRole("row").nth(1);
      await expect(row).toContainText("$");
      await page.getByRole("combobox", { name: "Split by" }).selectOption("Project folder");
      const projects = page.getByRole("table", { name: "Usage by project folder" });
      await expect(projects.getByRole("row").nth(1)).toContainText("$");
    });
    await test.step("the losses of compactions", async () => {
      await page.goto("/w/sample/overview?range=90d&tz=UTC");
      const compactions = page.getByRole("region", { name: "Compactions" });
      await compactions.getByRole("link").first().click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Compaction of");
      await expect(page.getByRole("region", { name: "Losses" })).toBeVisible();
    });
  });

  test("sees why savings changed: volume, share and fields, next to signs of harm", async ({ page }) => {
    await page.goto("/w/sample/savings?range=30d");
    const why = page.getByRole("region", { name: "Why it changed", exact: true });
    const parts = why.getByRole("table", { name: "Parts of the change, in tokens" });
    await expect(parts.getByRole("row", { name: /^Before/ })).toBeVisible();
    await expect(parts.getByRole("row", { name: /^Share removed/ })).toBeVisible();
    await expect(parts.getByRole("row", { name: /^Now/ })).toBeVisible();
    await expect(
      why.getByRole("table", { name: "Pairs whose net savings changed most" }).getByRole("link").first(),
    ).toBeVisible();
    const fields = why.getByRole("table", { name: "Fields that pass more tokens per handoff than before" });
    await expect(fields.getByRole("link").first()).toBeVisible();
    await expect(why.getByRole("row", { name: /^Sessions with errors/ })).toBeVisible();
  });

  test("prints a page in light colors, and cuts no tile, chart or row in two", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    await page.goto("/w/sample/overview?range=30d");
    const tiles = page.getByRole("region", { name: "Key metrics" });
    const saved = page.getByRole("region", { name: /saved per day/i });
    await expect(saved.locator(".recharts-surface").first()).toBeVisible();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
    await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(20, 23, 29)");
    for (const whole of [tiles, saved]) {
      await expect(whole).toHaveCSS("break-inside", "avoid");
    }
    await page.goto("/w/sample/sessions");
    await expect(page.getByRole("row").nth(20)).toHaveCSS("break-inside", "avoid");
    const list = page.getByRole("region", { name: "Sessions" }).first();
    await expect(list).toHaveCSS("break-inside", "auto");
  });

  test("downloads the numbers of a chart, and opens the handoffs behind a bar", async ({ page }) => {
    // The table combines rules if there are more than eight, the file does not.
    await page.goto("/w/sample/savings?range=30d&compare=none&agent=recommendation_agent");
    const saved = page.getByRole("region", { name: /^Saved per day/ });
    const file = await downloadFrom(page, saved.getByRole("button", { name: "CSV" }));
    await test.step("the file has the same rows as the table", async () => {
      await saved.getByRole("radio", { name: "Table" }).click();
      await expect(saved.getByRole("table")).toBeVisible();
      expect(await readTable(saved)).toEqual(asInTable(file));
    });
    await test.step("the handoffs behind a bar add up to its value", async () => {
      await saved.getByRole("radio", { name: "Chart" }).click();
      const bar = saved.locator(".recharts-bar-rectangle rect").first();
      await bar.hover();
      await expect(saved.locator(".recharts-tooltip-wrapper")).toContainText("severity_to_recommendation");
      await bar.click();
      await expect(page).toHaveURL(/\/savings\/handoffs\?.*at=/);
      const day = new URL(page.url()).searchParams.get("at");
      const [, ...figures] = file.find(([key]) => key === day) ?? [];
      const sum = figures.reduce((total, figure) => total + Number(figure), 0);
      expect(sum).toBeGreaterThan(0);
      const handoffs = page.getByRole("table", { name: /^Handoffs/ });
      const foot = handoffs.getByRole("row", { name: /^Sum of all/ });
      await expect(foot.getByRole("cell", { name: formatCompact(sum), exact: true })).toBeVisible();
      await expect(page.getByRole("heading", { level: 2, name: /^\d+ handoffs?$/ })).toBeVisible();
      await expect(page.getByText(`${formatCompact(sum)} tokens saved, net`, { exact: true })).toBeVisible();
      await handoffs.getByRole("link").first().click();
      await expect(page.getByRole("heading", { level: 1, name: / to / })).toBeVisible();
      await expect(page.getByRole("region", { name: "Fields", exact: true })).toBeVisible();
    });
  });

  test("saves a view for everyone, makes it the default, deletes it and restores it", async ({ page }) => {
    const address = /\/savings\?(?=.*range=7d)(?=.*rule=fraud_to_recommendation)/;
    await page.goto("/w/sample/savings?range=7d&rule=fraud_to_recommendation");
    const views = page.getByRole("dialog", { name: "Saved views" });
    const open = () => page.getByRole("button", { name: "Views", exact: true }).click();
    const view = views.getByRole("listitem").filter({ hasText: "Fraud, a week" });
    await open();
    await views.getByRole("textbox", { name: "Save this view as" }).fill("Fraud, a week");
    await views.getByRole("button", { name: "Save view" }).click();
    await view.getByRole("button", { name: "Use “Fraud, a week” as the default" }).click();
    await expect(view.getByText("default", { exact: true })).toBeVisible();

    await page.goto("/w/sample/savings?range=30d");
    await open();
    await view.getByRole("link").click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("radio", { name: "7 d" })).toBeChecked();
    await expect(page.getByText("rule: fraud_to_recommendation")).toBeVisible();

    await open();
    await view.getByRole("button", { name: "Remove “Fraud, a week”" }).click();
    await expect(view).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(view.getByText("default", { exact: true })).toBeVisible();
    // The list shows the view before the server has stored it; the message comes after.
    await expect(page.getByText("“Fraud, a week” restored", { exact: true })).toBeVisible();
    await page.goto("/w/sample/savings");
    await expect(page).toHaveURL(address);

    // The next user starts without views.
    await open();
    await view.getByRole("button", { name: "Remove “Fraud, a week”" }).click();
    await expect(page.getByText("Removed “Fraud, a week”", { exact: true })).toBeVisible();
  });
});

/** Returns the rows of a CSV file that a button downloads. The sample's names need no quotes. */
async function downloadFrom(page: Page, button: Locator): Promise<string[][]> {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  expect(download.suggestedFilename()).toMatch(/^saved-by-rule-.*\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  return text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
}

/** Returns heads and rows of a table, without its totals. */
function readTable(panel: Locator): Promise<string[][]> {
  return panel
    .locator("thead tr, tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent ?? "")));
}

/**
 * Returns the rows of a file as the table behind the chart shows them: shortened, with totals, newest day
 * first.
 */
function asInTable([header = [], ...days]: string[][]): string[][] {
  const rows = days.reverse().map(([day = "", ...figures]) => {
    const label = formatDay(new Date(day), "UTC");
    const known = figures.filter((figure) => figure !== "").map(Number);
    if (known.length === 0) return [`${label}, no data`, ...figures.map(() => "–"), "–"];
    const sum = known.reduce((total, figure) => total + figure, 0);
    const shown = figures.map((figure) => (figure === "" ? "–" : formatCompact(Number(figure))));
    return [label, ...shown, formatCompact(sum)];
  });
  const labels = header.slice(1).map((label) => label.replace(/ \(tokens\)$/, ""));
  return [["Day", ...labels, "Sum"], ...rows];
}
