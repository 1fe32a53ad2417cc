import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { BATON_FOLLOW } from "./env";

/** Appends a line to a session's file, as an orchestrator does. */
function append(session: string, line: string): void {
  const folder = join(BATON_FOLLOW, "sessions");
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${session}.jsonl`), `${line}\n`);
}

function handoff(session: string, fields: object = {}): string {
  const summary = { prior_outputs_count: 1, observations_count: 0, agents_included: ["scout"] };
  return JSON.stringify({
    event_type: "context_handoff",
    session_id: session,
    from_agent_id: "scout",
    to_agent_id: "writer",
    timestamp: new Date().toISOString(),
    handoff_mode: "scoped",
    governance_rule_id: "scout_to_writer",
    context_before_scoping: { ...summary, total_tokens: 900 },
    context_after_scoping: { ...summary, total_tokens: 300 },
    tokens_saved: 600,
    tokens_saved_percentage: 66.7,
    conversation_translation_applied: false,
    translation_strategies: [],
    ...fields,
  });
}

test("a page shows a handoff that an orchestrator appends, without a reload", async ({ page }) => {
  await page.goto("/w/default/sessions");
  append("live-1", handoff("live-1"));
  const row = page.getByRole("row", { name: /live-1/ });
  await expect(row).toContainText("600");
  append("live-1", handoff("live-1", { to_agent_id: "reviewer", tokens_saved: 400 }));
  await expect(row).toContainText("1,000");
});

test("an invalid line is quarantined with its reason, and the next line is imported", async ({ page }) => {
  await page.goto("/w/default/ingest");
  append("broken", '{"event_type":"context_handoff","tokens_saved":');
  append("broken", handoff("broken", { tokens_saved: "600" }));
  append("broken", handoff("broken"));
  const quarantine = page.getByRole("region", { name: "Quarantine", exact: true });
  await expect(quarantine).toContainText("not JSON");
  await expect(quarantine).toContainText('/tokens_saved is text ("600"), a number is needed');
  await page.goto("/w/default/sessions/broken");
  await expect(page.getByRole("table", { name: "Handoffs of this session" })).toContainText("writer");
  await expect(page.getByText("2 lines of this session could not be imported")).toBeVisible();
});

test("a page reports when it is disconnected, and resumes when the stream is available again", async ({
  page,
}) => {
  const isStream = /\/api\/trpc\/live\.rows/;
  await page.route(isStream, (route) => route.fulfill({ status: 503 }));
  await page.goto("/w/default/sessions");
  await expect(page.getByText("Not connected to Baton")).toBeVisible({ timeout: 15_000 });
  await page.unroute(isStream);
  await expect(page.getByText("Not connected to Baton")).toHaveCount(0, { timeout: 15_000 });
  append("refused-1", handoff("refused-1"));
  await expect(page.getByRole("row", { name: /refused-1/ })).toContainText("600");

  await page.context().setOffline(true);
  await expect(page.getByText("Offline. What you see may be out of date.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("Offline.")).toHaveCount(0);
});

test("every page shows the texts of agents as text", async ({ page }) => {
  const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  const problems: string[] = [];
  page.on("dialog", (dialog) => {
    problems.push(dialog.message());
    void dialog.dismiss();
  });
  append("evil", JSON.stringify({ event_type: "session_start", session_id: "evil", title: evil }));
  append(
    "evil",
    handoff("evil", { from_agent_id: evil, governance_rule_id: evil, workflow_id: evil, audit_note: evil }),
  );
  append("evil", evil);
  for (const address of ["overview", "sessions", "sessions/evil", "ingest"]) {
    await page.goto(`/w/default/${address}`);
    await expect(page.getByText("<img src=x").first()).toBeVisible();
    expect(await page.title()).not.toBe("owned");
  }
  await page.goto("/w/default/sessions/evil");
  await page.getByRole("table", { name: "Handoffs of this session" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<img src=x");
  expect(await page.title()).not.toBe("owned");
  expect(problems).toEqual([]);
});
