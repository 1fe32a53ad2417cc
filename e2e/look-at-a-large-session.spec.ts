import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { BATON_FOLLOW } from "./env";

const HANDOFFS = 5_000;
const AGENTS = 120;
/** Limits that stop a hanging test, ten times the goals: interactive in 2 s, 30 frames per second. */
const OPEN_MILLISECONDS = 20_000;
const LEAST_FRAMES_A_SECOND = 3;

function handoff(index: number) {
  const size = 100 + (index % 900);
  const summary = { prior_outputs_count: 1, observations_count: 0, agents_included: ["agent-0"] };
  return {
    event_type: "context_handoff",
    event_id: `large-${index}`,
    session_id: "large",
    timestamp: new Date(Date.UTC(2026, 2, 4) + index * 1_000).toISOString(),
    from_agent_id: `agent-${index % AGENTS}`,
    to_agent_id: `agent-${(index * 7 + 1) % AGENTS}`,
    handoff_mode: "full",
    tokens_saved: 0,
    tokens_saved_percentage: 0,
    scoping_state: "scoped",
    context_before_scoping: { ...summary, total_tokens: size },
    context_after_scoping: { ...summary, total_tokens: size },
  };
}

/** An engineer: a session of a day's work, with thousands of handoffs. */
test.describe("an engineer opens a session of 5,000 handoffs", () => {
  test.beforeAll(() => {
    const folder = join(BATON_FOLLOW, "sessions");
    mkdirSync(folder, { recursive: true });
    const lines = Array.from({ length: HANDOFFS }, (_, index) => `${JSON.stringify(handoff(index))}\n`);
    appendFileSync(join(folder, "large.jsonl"), lines.join(""));
  });

  test("and chooses a pair in the matrix, pans the graph, selects the neighbors of one agent, and finds a handoff in the table", async ({
    page,
  }, info) => {
    await expect(async () => {
      await page.goto("/w/default/sessions?search=large");
      const row = page.getByRole("row", { name: /large.*5,000/ });
      await expect(row).toBeVisible({ timeout: 2_000 });
    }).toPass();

    await page.goto("/w/default/sessions/large");
    const matrix = page.getByRole("region", { name: "Pairs of agents" });
    const pair = matrix.getByRole("button", { name: /^agent-3 to agent-22, 42 handoffs/ });
    await pair.click();
    await expect(page.getByText("42 of 5,000 handoffs")).toBeVisible();
    const handoffs = page.getByRole("table", { name: "Handoffs of this session" });
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect(handoffs.locator("tr[data-selected]")).toContainText("124");
    await expect(page.getByText("Handoff 124, agent-3 to agent-22, selected")).toBeAttached();
    await page.keyboard.press("Escape");
    const until = page.getByRole("slider", { name: "Part of the session: end" });
    await until.focus();
    await page.keyboard.press("PageDown");
    await expect(page.getByText(/of 4,9\d\d handoffs/)).toBeVisible();
    await page.getByRole("button", { name: "Show all of it" }).click();

    const begin = Date.now();
    await page.goto("/w/default/sessions/large?view=graph");
    const graph = page.getByRole("region", { name: /^Graph of 24 agents/ });
    await graph
      .getByRole("button", { name: /^Handoff/ })
      .first()
      .waitFor();
    await page.getByRole("radio", { name: "Table" }).focus();
    const opened = Date.now() - begin;
    expect(opened).toBeLessThan(OPEN_MILLISECONDS);
    await expect(page.getByText("24 of 120 agents shown")).toBeVisible();

    const box = await graph.boundingBox();
    if (!box) throw new Error("the graph has a place");
    const frames = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const start = performance.now();
          let count = 0;
          const step = (now: number) => {
            count += 1;
            if (now - start < 1_000) requestAnimationFrame(step);
            else resolve((count * 1_000) / (now - start));
          };
          requestAnimationFrame(step);
        }),
    );
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    for (let step = 0; step < 60; step++) await page.mouse.move(box.x + 20 + step * 5, box.y + 20 + step);
    await page.mouse.up();
    const framesPerSecond = await frames;
    expect(framesPerSecond).toBeGreaterThan(LEAST_FRAMES_A_SECOND);
    info.annotations.push({
      type: "figures",
      description: `interactive in ${opened} ms, ${framesPerSecond.toFixed(0)} frames a second while panning`,
    });

    await page.getByRole("button", { name: "Draw the graph around an agent" }).click();
    await page.getByPlaceholder("Find an agent").fill("agent-77");
    await page.getByRole("option", { name: "agent-77" }).click();
    await expect(page).toHaveURL(/agent=agent-77/);
    await expect(graph.or(page.getByRole("region", { name: /^Graph of \d+ agents/ }))).toBeVisible();

    await page.getByRole("searchbox", { name: "Find handoffs by agent, rule or number" }).fill("large-4321");
    const table = page.getByRole("table", { name: "Handoffs of this session" });
    await expect(table.getByRole("row")).toHaveCount(3);
    await expect(table.getByRole("button", { name: "4322" })).toBeVisible();
  });
});
