import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { ask } from "./ask";
import { BATON_FOLLOW } from "./env";

const SESSION = "odd-names";
const HEBREW = "סוכן_קבלה";
const ARABIC = "وكيل_الاحتيال";
const REVERSED = "a\u202edne\u202ctriage";
const LONG_AGENT = "agent".repeat(50);
const LONG_WORKFLOW = "workflow".repeat(38).slice(0, 299);
const LONG_RULE = `rule_${"x".repeat(245)}`;

const PAIRS = [
  [HEBREW, ARABIC],
  [ARABIC, REVERSED],
  [REVERSED, LONG_AGENT],
  [LONG_AGENT, "tab\there"],
] as const;

function handoff([from, to]: readonly [string, string], index: number) {
  const summary = { prior_outputs_count: 1, observations_count: 0, agents_included: [from] };
  return {
    event_type: "context_handoff",
    event_id: `odd-${index}`,
    session_id: SESSION,
    workflow_id: LONG_WORKFLOW,
    timestamp: new Date(Date.now() - 60_000 + index * 1_000).toISOString(),
    from_agent_id: from,
    to_agent_id: to,
    governance_rule_id: LONG_RULE,
    handoff_mode: "scoped",
    tokens_saved: 400,
    tokens_saved_percentage: 40,
    scoping_state: "scoped",
    context_before_scoping: { ...summary, total_tokens: 1000 },
    context_after_scoping: { ...summary, total_tokens: 600 },
  };
}

/** Returns the widths of the page and of its window, in pixels. */
function widths(page: Page): Promise<{ page: number; window: number }> {
  return page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }));
}

async function expectNoWiderThanWindow(page: Page, name: string): Promise<void> {
  const { page: content, window } = await widths(page);
  expect(content, `${name} in a window of ${window} pixels`).toBeLessThanOrEqual(window);
}

/** An engineer reads a session whose names come from untrusted sources. */
test.describe("an engineer reads a session with unusual agent names", () => {
  test.beforeAll(() => {
    const folder = join(BATON_FOLLOW, "sessions");
    mkdirSync(folder, { recursive: true });
    const lines = PAIRS.map((pair, index) => `${JSON.stringify(handoff(pair, index))}\n`);
    appendFileSync(join(folder, `${SESSION}.jsonl`), lines.join(""));
  });

  for (const width of [1440, 375]) {
    test(`and no page is wider than a ${width}-pixel window`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await expect(async () => {
        const input = { workspace: "default", search: SESSION };
        expect(await ask(page, "sessions.list", input, "sessions.0.handoffCount")).toBe("4");
      }).toPass();
      const pages = {
        "session list": ["/w/default/sessions", page.getByRole("row", { name: /odd-names/ })],
        session: [
          `/w/default/sessions/${SESSION}`,
          page.getByRole("table", { name: "Handoffs of this session" }),
        ],
        "session with a selected handoff": [
          `/w/default/sessions/${SESSION}?handoff=odd-2`,
          page.getByRole("region", { name: "Handoff 3" }).getByText("Rule", { exact: true }),
        ],
        handoff: [
          `/w/default/sessions/${SESSION}/handoffs/odd-2`,
          page.getByRole("region", { name: "Applied rule" }),
        ],
        savings: ["/w/default/savings", page.getByTitle(LONG_RULE).filter({ visible: true }).first()],
        overview: ["/w/default/overview", page.getByRole("heading", { level: 1 })],
      } as const;
      for (const [name, [address, content]] of Object.entries(pages)) {
        await test.step(name, async () => {
          await page.goto(address);
          await expect(content).toBeVisible();
          await expectNoWiderThanWindow(page, name);
        });
      }
    });
  }

  test("and sees sender and receiver in order, hidden characters escaped, and long names in titles", async ({
    page,
  }) => {
    await page.goto(`/w/default/sessions/${SESSION}`);
    const table = page.getByRole("table", { name: "Handoffs of this session" });
    const [from, to] = await Promise.all(
      [HEBREW, ARABIC].map((name) => table.getByText(name).first().boundingBox()),
    );
    expect(from?.x).toBeLessThan(to?.x ?? 0);
    await expect(table.getByText("a\\u202Edne\\u202Ctriage").first()).toBeVisible();
    await expect(table.getByText("tab\\u0009here").first()).toBeVisible();
    await expect(table.getByTitle(LONG_AGENT).first()).toBeVisible();
    expect(await page.locator("body").innerText()).not.toContain("\u202e");

    const graph = page.getByRole("region", { name: "Lineage" });
    await expect(graph.getByText("a\\u202Edne\\u202Ctriage").first()).toBeVisible();
    const labels = await page
      .locator("svg text, [aria-label], [title]")
      .evaluateAll((elements) =>
        elements.flatMap((element) => [
          element.textContent,
          element.getAttribute("aria-label"),
          element.getAttribute("title"),
        ]),
      );
    expect(labels.filter((label) => label?.includes("\u202e"))).toEqual([]);

    await page.goto("/w/default/sessions");
    const row = page.getByRole("row", { name: /odd-names/ });
    await expect(row.getByTitle(LONG_WORKFLOW).first()).toBeVisible();
    await expect(row.getByText("40.0 %")).toBeInViewport();
  });
});
