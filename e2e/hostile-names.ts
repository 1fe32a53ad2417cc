import { expect, type Page } from "@playwright/test";
import { ask } from "./ask";
import { BATON_ADDRESS } from "./env";
import { HOSTILE_TEXTS } from "./hostile-texts";

/** Yields the hostile texts in turn, without end. */
function* alternate(): Generator<string, never> {
  while (true) yield* Object.values(HOSTILE_TEXTS);
}

/** A policy that blocks `ssn`, with a hostile text in every possible position. */
export function writeHostilePolicy(): string {
  const texts = alternate();
  const text = () => texts.next().value;
  // Escape the name, so that the pattern matches it literally.
  const field = () => text().replace(/[.*[\\]/g, "\\$&");
  const rules = Array.from({ length: 3 }, () => ({
    rule_id: text(),
    description: text(),
    from_agent_id: text(),
    to_agent_id: text(),
    handoff_mode: "scoped",
    allowed_context_fields: [field(), field()],
  }));
  const policy = {
    description: text(),
    blocked_context_fields: ["ssn", field()],
    agent_handoff_rules: rules,
  };
  return JSON.stringify({ multi_agent_handoffs: policy });
}

/**
 * Sets every name and comment that people can enter in a workspace to a hostile text, as their browsers
 * would.
 */
export async function giveHostileNames(page: Page, workspace: string): Promise<void> {
  const texts = alternate();
  const text = () => texts.next().value;
  const report = async (procedure: string, input: object) => {
    const answer = await page.request.post(`/api/trpc/${procedure}`, {
      headers: { origin: BATON_ADDRESS },
      data: { json: { workspace, ...input } },
    });
    expect(answer.status(), `${procedure}: ${await answer.text()}`).toBe(200);
  };
  const document = writeHostilePolicy();
  const policySwitch = { enabled: true, observe: false };
  await report("policies.drafts.save", { basedOn: null, content: { document, policySwitch } });
  const draftId = Number(await ask(page, "policies.drafts.get", { workspace }, "draft.mark.draftId"));
  await report("policies.reviews.comment", { draftId, revision: 1, comment: text(), ruleId: text() });
  await report("rollout.changePhase", {
    agent: text(),
    phase: "enforce",
    reason: text(),
    basedOn: null,
  });
  const manifest = await ask(page, "manifests.list", { workspace }, "manifests.0.manifestId");
  await report("manifests.review", { manifest, verdict: "sent_back", comment: text() });
  const watched = { figure: "share_saved", comparison: "below", threshold: 0.3, windowHours: 24 };
  await report("alerts.add", {
    rule: { ...watched, name: text(), filter: { from: text() }, channelIds: [] },
  });
  await report("savedViews.save", {
    page: "savings",
    name: text(),
    params: { range: "30d", agent: text(), rule: text() },
  });
  await report("keys.create", { name: text(), scopes: ["read"], days: 1 });
  await report("prices.set", { model: text(), effectiveFrom: "2026-01-01", inputPrice: 1 });
  const id = text();
  await report("erasures.request", { kind: "agent", id, typed: id });
  await report("workspaces.rename", { name: text() });
}
