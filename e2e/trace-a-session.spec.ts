import { expect, test } from "@playwright/test";

/** An engineer: why did this agent know, or not know, something? */
test.describe("an engineer traces one session", () => {
  test("finds a session, opens a handoff, and reads which fields passed, by which rule, from which line", async ({
    page,
  }) => {
    // Not every claim of the sample is checked for fraud; the newest claim differs each day.
    await page.goto("/w/sample/sessions?from=fraud_agent&to=recommendation_agent");
    await page.getByRole("searchbox", { name: /search sessions/i }).fill("claim");
    await expect(page).toHaveURL(/search=claim/);
    await page.getByRole("table", { name: "Sessions" }).getByRole("link").first().click();

    await expect(page.getByRole("region", { name: "Lineage" })).toBeVisible();
    const handoffs = page.getByRole("table", { name: "Handoffs of this session" });
    await handoffs
      .getByRole("link", { name: /fraud_agent to recommendation_agent/ })
      .first()
      .click();

    await expect(page).toHaveURL(/\/handoffs\//);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("recommendation_agent");
    const fields = page.getByRole("region", { name: "Fields" });
    await expect(fields.getByRole("row", { name: /fraud_agent\.fraud_score passed/ })).toBeVisible();
    await expect(fields.getByText("not allowed").filter({ visible: true }).first()).toBeVisible();
    const rule = page.getByRole("region", { name: "Applied rule" });
    await expect(rule.getByRole("row", { name: /fraud_to_recommendation.*applies/ })).toBeVisible();
    const source = page.getByRole("region", { name: "Source" });
    await expect(source.getByRole("textbox", { name: /Line \d+/ })).toHaveValue(
      /"event_type":"context_handoff"/,
    );
  });

  test("views the session as a table, and shares that view by its URL", async ({ page }) => {
    await page.goto("/w/sample/sessions?search=claim");
    await page.getByRole("table", { name: "Sessions" }).getByRole("link").first().click();
    await page.getByRole("radio", { name: "Table" }).click();
    await expect(page).toHaveURL(/view=table/);
    await expect(page.getByRole("region", { name: "Lineage" })).toBeHidden();
    await expect(page.getByRole("table", { name: "Handoffs of this session" })).toBeVisible();
  });

  test("selects a handoff in the graph by keyboard", async ({ page }) => {
    await page.goto("/w/sample/sessions?search=claim");
    await page.getByRole("table", { name: "Sessions" }).getByRole("link").first().click();
    const pill = page.getByRole("button", { name: /^Handoff 1,/ });
    await pill.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Handoff 1" })).toBeVisible();
    await expect(page).toHaveURL(/handoff=/);
    await expect(pill).toBeFocused();
    await expect(page.getByText(/^Handoff 1, \w+ to \w+, selected/)).toHaveCount(1);

    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Handoff 1" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("region", { name: "Handoff 1" })).toBeHidden();
    await expect(pill).toBeFocused();
  });

  for (const width of [1440, 1180, 1024, 375]) {
    test(`reads the details of a handoff next to its graph edge, ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/w/sample/sessions?search=claim");
      await page.getByRole("table", { name: "Sessions" }).getByRole("link").first().click();
      const pill = page.getByRole("button", { name: /^Handoff 1,/ });
      await pill.click();
      const panel = page.getByRole("region", { name: "Handoff 1" });
      await expect(panel).toBeInViewport({ ratio: 0.5 });
      await expect(panel.getByRole("link", { name: "Open handoff" })).toBeInViewport();
      if (width < 1180) return;
      const graph = await page.getByRole("region", { name: "Lineage" }).boundingBox();
      const details = await panel.boundingBox();
      expect(details?.x).toBeGreaterThan((graph?.x ?? 0) + (graph?.width ?? 0));
      await expect(pill).toBeInViewport({ ratio: 0.99 });
    });
  }

  test("opens the page of an agent or a rule, or a settings page, by keyboard", async ({ page }) => {
    await page.goto("/w/sample/overview");
    for (const [letters, found, address] of [
      ["fraud_ag", "fraud_agent", /lineage\/agents\/fraud_agent/],
      ["coverage_to", "coverage_to_severity", /lineage\/rules\/coverage_to_severity/],
      ["retent", "Retention", /settings\/retention/],
    ] as const) {
      await page.keyboard.press("Control+k");
      const dialog = page.getByRole("dialog", { name: "Jump to anything" });
      await dialog.getByRole("combobox").fill(letters);
      await expect(dialog.getByRole("option", { name: found }).first()).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(address);
      await expect(dialog).toBeHidden();
    }
  });

  test('sees "not found" for a session or workspace that does not exist', async ({ page }) => {
    expect((await page.goto("/w/sample/sessions/no-such-session"))?.status()).toBe(404);
    await expect(page.getByText("Page not found")).toBeVisible();
    for (const address of ["/w/sample/no-such-page", "/w/sample/policies/no/such/page"]) {
      expect((await page.goto(address))?.status()).toBe(404);
      await expect(page.getByText("Page not found")).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
    }
    await page.goto("/w/no-such-workspace/overview");
    await expect(page.getByText("Page not found")).toBeVisible();
  });

  test("sees the text of a search without results, and clears it", async ({ page }) => {
    await page.goto("/w/sample/sessions?search=zzzzz");
    await expect(page.getByText("No sessions match these filters")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(page.getByRole("table", { name: "Sessions" }).getByRole("link").first()).toBeVisible();
  });
});
