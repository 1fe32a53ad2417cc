import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

const PAGES = [
  "overview",
  "sessions",
  "policies",
  "manifests",
  "manifests?finding=errors",
  "manifests/rollout",
  "tasks",
  "documents",
  "ingest",
  "settings",
];
const WIDTHS = [375, 1440];
const THEMES = ["light", "dark"] as const;

for (const theme of THEMES) {
  for (const width of WIDTHS) {
    test(`axe finds nothing serious on any page, ${theme}, ${width} px`, async ({ page }) => {
      // A hang guard: twelve pages, each judged whole, take about a minute on two idle cores.
      test.setTimeout(600_000);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      const problems: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(`${page.url()}: ${message.text()}`);
      });
      for (const address of await listAddresses(page)) {
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        // The stream of new rows stays open, so the network never rests: what is loading says so itself.
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const violation of violations) {
          if (violation.impact === "serious" || violation.impact === "critical") {
            problems.push(
              `${address}: ${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`,
            );
          }
        }
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (overflow > 0) problems.push(`${address}: the page scrolls sideways by ${overflow} px`);
      }
      expect(problems).toEqual([]);
    });
  }
}

/** Every page of the sample, with one session, one handoff, and a manifest that has errors and one that has sources. */
async function listAddresses(page: import("@playwright/test").Page): Promise<string[]> {
  await page.goto("/w/sample/sessions?search=claim");
  await page.getByRole("table", { name: "Sessions" }).getByRole("link").first().click();
  await page.waitForURL(/\/sessions\/[^?]+/);
  const session = page.url();
  const handoff = await page
    .getByRole("table", { name: "Handoffs of this session" })
    .getByRole("link")
    .first()
    .getAttribute("href");
  const manifests = [];
  for (const filter of ["finding=errors", "agent=systems-architect"]) {
    await page.goto(`/w/sample/manifests?${filter}`);
    const link = page
      .getByRole("table", { name: /^Manifests/ })
      .getByRole("link")
      .first();
    manifests.push((await link.getAttribute("href")) ?? session);
  }
  return [...PAGES.map((each) => `/w/sample/${each}`), session, handoff ?? session, ...manifests];
}
