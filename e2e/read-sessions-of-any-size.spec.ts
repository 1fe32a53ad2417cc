import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { BATON_FOLLOW } from "./env";

const SIZES = [
  { agents: 5, handoffs: 40 },
  { agents: 60, handoffs: 600 },
  { agents: 300, handoffs: 1_500 },
] as const;
const ERROR_AT = 17;

function eventsOf({ agents, handoffs }: (typeof SIZES)[number]): object[] {
  const session_id = `of-${agents}-agents`;
  const at = (index: number) => new Date(Date.UTC(2026, 2, 5, 9) + index * 7_000).toISOString();
  const events = Array.from({ length: handoffs }, (_, index): object => {
    const size = 100 + (index % 900);
    const from = `agent-${index % agents}`;
    const summary = { prior_outputs_count: 1, observations_count: 0, agents_included: [from] };
    return {
      event_type: "context_handoff",
      event_id: `${session_id}-${index + 1}`,
      session_id,
      timestamp: at(index),
      from_agent_id: from,
      to_agent_id: `agent-${(index + 1) % agents}`,
      handoff_mode: "full",
      tokens_saved: 0,
      tokens_saved_percentage: 0,
      scoping_state: "scoped",
      context_before_scoping: { ...summary, total_tokens: size },
      context_after_scoping: { ...summary, total_tokens: size },
    };
  });
  const error = {
    event_type: "tool_error",
    event_id: `${session_id}-error`,
    session_id,
    timestamp: at(ERROR_AT),
    agent_id: `agent-${ERROR_AT % agents}`,
    error: "The tool did not answer within 30 s.",
  };
  return events.toSpliced(ERROR_AT, 0, error);
}

async function openSession(page: Page, { agents, handoffs }: (typeof SIZES)[number], query = "") {
  const session = `of-${agents}-agents`;
  await expect(async () => {
    await page.goto(`/w/default/sessions?search=${session}`);
    const row = page.getByRole("row", { name: new RegExp(session) });
    await expect(row.getByRole("cell", { name: handoffs.toLocaleString("en") })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await page.goto(`/w/default/sessions/${session}${query}`);
}

/** An engineer: sessions of a few agents, and of very many. */
test.describe("an engineer reads sessions of 5, 60 and 300 agents", () => {
  test.beforeAll(() => {
    const folder = join(BATON_FOLLOW, "sessions");
    mkdirSync(folder, { recursive: true });
    for (const size of SIZES) {
      const lines = eventsOf(size).map((event) => `${JSON.stringify(event)}\n`);
      appendFileSync(join(folder, `of-${size.agents}-agents.jsonl`), lines.join(""));
    }
  });

  for (const size of SIZES) {
    const { agents, handoffs } = size;
    test(`and finds the error of one with ${agents} agents, moves on by keyboard, and shares what is shown`, async ({
      page,
    }) => {
      await openSession(page, size);
      if (agents === 5) {
        await expect(page.getByRole("region", { name: "Graph of 5 agents and 5 pairs" })).toBeVisible();
      } else {
        const matrix = page.getByRole("region", { name: "Pairs of agents" });
        await expect(matrix.getByRole("button", { name: /^agent-\d+ to agent-\d+,/ }).first()).toBeVisible();
      }
      const table = page.getByRole("table", { name: "Handoffs of this session" });
      const failed = table.getByRole("row", { name: /tool error/ });
      await expect(failed).toContainText(`agent-${ERROR_AT % agents}`);
      await failed.getByRole("button").first().click();
      const panel = page.getByRole("region", { name: `Handoff ${ERROR_AT}`, exact: true });
      await expect(panel).toContainText("The tool did not answer within 30 s.");
      await expect(panel).toContainText("+7");
      await expect(panel).toBeInViewport();

      await page.keyboard.press("j");
      await expect(page.getByRole("region", { name: `Handoff ${ERROR_AT + 1}`, exact: true })).toBeVisible();
      await page.getByRole("slider", { name: "Part of the session: end" }).focus();
      await page.keyboard.press("PageDown");
      // The router repeats the address of the handoff once, some milliseconds after that of the range.
      await expect(async () => {
        const address = page.url();
        expect(address).toContain("until=");
        await page.waitForTimeout(500);
        expect(page.url()).toBe(address);
      }).toPass();
      const shown = await table.getAttribute("aria-rowcount");
      await page.goto(page.url());
      await expect(page.getByRole("region", { name: `Handoff ${ERROR_AT + 1}`, exact: true })).toBeVisible();
      await expect(table).toHaveAttribute("aria-rowcount", shown ?? "");
      expect(Number(shown)).toBeLessThan(handoffs + 1);
    });

    test(`and reads one with ${agents} agents on a phone`, async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 812 });
      await openSession(page, size, `?handoff=of-${agents}-agents-3`);
      await expect(page.getByRole("region", { name: "Handoff 3", exact: true })).toBeInViewport();
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(isWide).toBe(false);
    });
  }

  test("and sees which other agents share a lane of the timeline", async ({ page }) => {
    await openSession(page, SIZES[1]);
    const timeline = page.getByRole("region", { name: "Timeline", exact: true });
    await expect(timeline.locator("text").filter({ hasText: "36 other agents" })).toBeVisible();
    await expect(timeline.getByText("handoffs arrive; larger: more; colored: tokens saved")).toBeVisible();
  });
});
