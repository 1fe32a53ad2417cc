import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { BATON_FOLLOW } from "./env";

/** The first step that blocks a field, and its description on the page of the field. */
const CAUSES = {
  blocked: {
    terms: { handoff_mode: "full" },
    why: "blocked for the receiver",
    removed: "removed as blocked",
  },
  not_allowed: {
    terms: { handoff_mode: "scoped", allowed_context_fields: ["score"] },
    why: "blocked for the receiver (also not in the allowed list)",
    removed: "removed as not allowed",
  },
  mode: {
    terms: { handoff_mode: "minimal" },
    why: "blocked for the receiver (also dropped by the mode)",
    removed: "removed by the mode",
  },
} as const;
const NAMES = ["blocked", "not_allowed", "mode"] as const;
type Cause = (typeof NAMES)[number];

function eventsOf(cause: Cause): object[] {
  const session_id = `leak-by-${cause}`;
  const version = `${NAMES.indexOf(cause)}eaf`.repeat(16);
  const handoff = (
    number: number,
    [from, to]: readonly [string, string],
    terms: { mode: string; rule: string | null },
    outline: object[] | null,
  ) => {
    const summary = {
      prior_outputs_count: 1,
      observations_count: 0,
      total_tokens: 40,
      agents_included: [from],
    };
    return {
      event_type: "context_handoff",
      event_id: `${session_id}-${number}`,
      session_id,
      policy_version: version,
      timestamp: `2026-03-04T10:0${number}:00Z`,
      from_agent_id: from,
      to_agent_id: to,
      handoff_mode: terms.mode,
      governance_rule_id: terms.rule,
      scoping_state: "scoped",
      context_before_scoping: summary,
      context_after_scoping: summary,
      tokens_saved: 0,
      tokens_saved_percentage: 0,
      ...(outline ? { outline } : {}),
    };
  };
  const { terms } = CAUSES[cause];
  return [
    {
      event_type: "policy_seen",
      event_id: `${session_id}-policy`,
      session_id,
      timestamp: "2026-03-04T10:00:00Z",
      policy_version: version,
      switch: { enabled: true, observe: false },
      policy: {
        default_handoff_mode: "full",
        agent_handoff_rules: [
          {
            rule_id: "fraud_to_advice",
            from_agent_id: "fraud",
            to_agent_id: "advice",
            blocked_context_fields: ["internal_notes"],
            ...terms,
          },
        ],
      },
    },
    handoff(1, ["fraud", "advice"], { mode: terms.handoff_mode, rule: "fraud_to_advice" }, [
      { path: "fraud.internal_notes", tokens: 21, after: 0, cause },
      { path: "observations", tokens: 1 },
    ]),
    handoff(2, ["audit", "advice"], { mode: "full", rule: null }, [
      { path: "audit.evidence[].internal_notes", tokens: 19 },
      { path: "audit.verdict", tokens: 3 },
    ]),
    handoff(3, ["audit", "archive"], { mode: "full", rule: null }, null),
  ];
}

/** An owner: did a blocked field reach its receiver anyway? */
test.describe("an owner finds a leak", () => {
  test.beforeAll(() => {
    const folder = join(BATON_FOLLOW, "sessions");
    mkdirSync(folder, { recursive: true });
    for (const cause of NAMES) {
      const lines = eventsOf(cause).map((event) => `${JSON.stringify(event)}\n`);
      appendFileSync(join(folder, `leak-by-${cause}.jsonl`), lines.join(""));
    }
  });

  for (const cause of NAMES) {
    test(`in the session list, the session, the handoff and the field, if it was first blocked by: ${cause}`, async ({
      page,
    }) => {
      await page.goto(`/w/default/sessions?search=leak-by-${cause}`);
      const row = page
        .getByRole("table", { name: "Sessions" })
        .getByRole("row", { name: new RegExp(`leak-by-${cause}`) });
      await expect(row).toContainText("1 leak");
      await row.getByRole("link").first().click();

      await expect(page.getByRole("link", { name: "internal_notes leaked" })).toBeVisible();
      const handoffs = page.getByRole("table", { name: "Handoffs of this session" });
      const leaking = handoffs.getByRole("row", { name: /audit to advice/ });
      await expect(leaking).toContainText("leak");
      await expect(handoffs.getByRole("row", { name: /fraud to advice/ })).not.toContainText("leak");
      await page.getByRole("button", { name: /^Handoff 2, audit to advice.*leak/ }).press("Enter");
      await expect(page.getByRole("region", { name: "Handoff 2" })).toContainText(
        "A blocked field leaked here",
      );

      await leaking.getByRole("link", { name: /audit to advice/ }).click();
      await expect(page).toHaveURL(/\/handoffs\//);
      const finding = page.getByText("A blocked field leaked here").locator("..");
      await expect(finding).toContainText(
        `internal_notes: blocked for advice in the handoff from fraud (${CAUSES[cause].removed}). It received a field with the same name from another agent as audit.evidence[].internal_notes, 19 tokens.`,
      );
      const fields = page.getByRole("region", { name: "Fields", exact: true });
      await expect(
        fields.getByRole("row", { name: /audit\.evidence\[\]\.internal_notes leak/ }),
      ).toBeVisible();
      await expect(fields.getByRole("row", { name: /audit\.verdict passed/ })).toBeVisible();

      await finding.getByRole("link", { name: "internal_notes", exact: true }).click();
      await expect(page).toHaveURL(/fields\?path=internal_notes/);
      await expect(page.getByText("This blocked field leaked in this session")).toBeVisible();
      const steps = page.getByRole("region", { name: "Steps" });
      await expect(steps.getByRole("row", { name: /fraud to advice/ })).toContainText(CAUSES[cause].why);
      await expect(steps.getByRole("row", { name: /audit to advice/ })).toContainText("leak");
      const holders = page.getByRole("table", { name: "Agents that had the field" });
      await expect(holders.getByRole("row", { name: /^advice/ })).toContainText("yes, despite a block");
      await expect(holders.getByRole("row", { name: /^archive/ })).toContainText("unknown");
    });
  }

  test("and blocks the field for the pair that leaked it, as a draft", async ({ page }) => {
    await page.goto("/w/default/sessions?search=leak-by-mode&leak=true");
    await page.getByRole("table", { name: "Sessions" }).getByRole("link").first().click();
    const handoffs = page.getByRole("table", { name: "Handoffs of this session" });
    await handoffs.getByRole("link", { name: /audit to advice/ }).click();
    await page.getByRole("button", { name: /^Block it for .*audit.* → .*advice/ }).click();
    await expect(page.getByText(/The draft now blocks internal_notes for/).first()).toBeVisible();
    await expect(page).toHaveURL(/\/w\/default\/policies\?rule=/);
    const rules = page.getByRole("list", { name: /^Rules, highest priority first/ });
    await expect(
      rules
        .getByRole("listitem")
        .filter({ hasText: /audit.*advice/ })
        .first(),
    ).toContainText("1 blocked");
    // The editor has a button of that name, too.
    await page.getByRole("button", { name: "Undo", disabled: false }).last().click();
    await expect(page.getByText("Undone", { exact: true }).first()).toBeVisible();
    await expect(rules.getByRole("listitem").filter({ hasText: /audit.*advice/ })).toHaveCount(0);

    // Every shown field has a button to block it.
    await page.goto("/w/default/sessions/leak-by-mode/handoffs/leak-by-mode-2");
    await page.getByRole("button", { name: /^Block audit\.verdict for/ }).click();
    await expect(page.getByText(/The draft now blocks audit\.verdict for/).first()).toBeVisible();
    await expect(rules.getByRole("listitem").filter({ hasText: /audit.*advice/ })).toContainText("1 blocked");
    await page.getByRole("button", { name: "Undo", disabled: false }).last().click();
    await expect(page.getByText("Undone", { exact: true }).first()).toBeVisible();
  });

  test("and is warned about handoffs without recorded fields", async ({ page }) => {
    await page.goto("/w/default/sessions/leak-by-mode/fields?agent=archive");
    for (const name of ["Received", "Withheld"]) {
      await expect(page.getByRole("region", { name, exact: true })).toContainText(
        "Not known: this source does not record fields.",
      );
    }
    await page.goto("/w/default/sessions/leak-by-mode/handoffs/leak-by-mode-3");
    await expect(page.getByRole("region", { name: "Fields", exact: true })).toContainText(
      "Not known: this source does not record fields",
    );
    await expect(page.getByText("matches policy")).toBeHidden();
  });
});
