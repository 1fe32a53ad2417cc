import { describe, expect, it } from "vitest";
import { policyOf } from "../../test/handoff";
import { HANDOFF } from "../../test/task-documents";
import { compactConversation } from "../compaction/compact-conversation";
import { compactPhase } from "../compaction/compact-phase";
import { lintContextSummary } from "../compaction/lint-context-summary";
import { compressTaskHandoff } from "../task/compress-task-handoff";
import { countTokens } from "../tokens/count-tokens";
import { findContent, redactDocument } from "./check-document";
import { loadDetectors } from "./load-detectors";

const detectors = await loadDetectors();
const MAIL = "ann@example.com";
const GONE = "[redacted: mail]";
const ANY = { from: null, to: null };

function rule(action: string, more: object = {}) {
  const content_rules = [{ rule_id: "mail", detector: "email", action, ...more }];
  return policyOf({ content_rules }, { enabled: true, observe: false }, detectors);
}
const REDACTING = rule("redact");

describe("findContent and redactDocument", () => {
  it("reach every text at any depth, and long numbers", () => {
    let deep: unknown = MAIL;
    for (let level = 0; level < 2_000; level += 1) deep = [deep];
    const document = { a: [{ "x.y": MAIL }, 1], deep, n: 4111111111111111 };
    expect(findContent(REDACTING, ANY, document).map(({ place }) => place.slice(0, 3))).toEqual([
      ["a", 0, "x.y"],
      ["deep", 0, 0],
    ]);
    const { document: redacted, findings } = redactDocument(REDACTING, ANY, document);
    expect(redacted).toMatchObject({ a: [{ "x.y": GONE }, 1], n: 4111111111111111 });
    expect(JSON.stringify(redacted)).not.toContain(MAIL);
    expect(findings[0]).toEqual({
      rule_id: "mail",
      detector: "email",
      path: "a[].x\\.y",
      count: 1,
      action: "redact",
    });
    expect(document.a[0]).toEqual({ "x.y": MAIL });
    const cards = policyOf(
      { content_rules: [{ rule_id: "card", detector: "payment_card", action: "redact" }] },
      { enabled: true, observe: false },
      detectors,
    );
    expect(redactDocument(cards, ANY, document).document).toMatchObject({ n: "[redacted: card]" });
  });

  it("apply the rules of the pair only, and of any pair if the agents are unknown", () => {
    const toB = rule("redact", { from_agent_id: "a", to_agent_id: "b" });
    const count = (from: string | null, to: string[] | null) => findContent(toB, { from, to }, MAIL).length;
    expect([
      count("a", ["c", "b"]),
      count("a", null),
      count(null, ["b"]),
      count("c", ["b"]),
      count("a", ["c"]),
    ]).toEqual([1, 1, 1, 0, 0]);
  });

  it("find and change nothing if the policy is off, and only find if it observes", () => {
    const content_rules = [{ rule_id: "mail", detector: "email", action: "block" }];
    const of = (enabled: boolean, observe: boolean) =>
      policyOf({ content_rules }, { enabled, observe }, detectors);
    const document = { a: MAIL };
    const none = { document, isBlocked: false, failure: null };
    expect(redactDocument(of(false, false), ANY, document)).toEqual({ ...none, findings: [] });
    expect(findContent(of(false, false), ANY, document)).toEqual([]);
    const finding = { rule_id: "mail", detector: "email", path: "a", count: 1, action: "block" };
    expect(redactDocument(of(true, true), ANY, document)).toEqual({ ...none, findings: [finding] });
    expect(findContent(of(true, true), ANY, document)).toMatchObject([{ severity: "warning" }]);
  });

  it("withhold texts without detectors, and report it", () => {
    const without = policyOf({ content_rules: [{ rule_id: "mail", detector: "email", action: "redact" }] });
    expect(redactDocument(without, ANY, { a: "x" })).toMatchObject({
      document: { a: "[withheld: content rules failed]" },
      failure: expect.stringContaining("loadDetectors()"),
    });
    expect(findContent(without, ANY, { a: "x" })).toMatchObject([{ place: ["a"], severity: "error" }]);
  });
});

it("a context summary has findings, without the matched text", () => {
  const findings = lintContextSummary({ context_summary: `- Ask ${MAIL}` }, { contentPolicy: REDACTING });
  const found = findings.find(({ code }) => code === "content_rule");
  expect(found).toMatchObject({ severity: "error", path: "/context_summary" });
  expect(JSON.stringify(findings)).not.toContain(MAIL);
  expect(findContent(rule("flag"), ANY, MAIL)).toMatchObject([{ severity: "warning" }]);
});

describe("content rules redact in", () => {
  it("a compressed task handoff, whose sizes are exact", () => {
    const handoff = { ...HANDOFF, criticalNotes: [`Ask ${MAIL} about the id`] };
    const compressed = compressTaskHandoff(handoff, { contentPolicy: rule("block") });
    expect(compressed.handoff.criticalNotes).toEqual([`Ask ${GONE} about the id`]);
    expect(compressed.content).toMatchObject({
      isBlocked: true,
      findings: [{ path: "criticalNotes[]", count: 1 }],
    });
    expect(compressed.compression.handoff.after).toBe(countTokens(JSON.stringify(compressed.handoff)));
  });

  it("the summary of a phase and of a conversation", () => {
    const essential = { task_id: "t", feature: "f", spec_path: "s", owner: MAIL };
    const output = `- The route must tell ${MAIL} about each failure`;
    const phase = compactPhase({ output, essential, nextPhase: "implementation", contentPolicy: REDACTING });
    expect(phase.context_summary).toContain(GONE);
    expect(phase.essential_state).toMatchObject({ owner: GONE });
    expect(JSON.stringify(phase)).not.toContain(MAIL);
    expect(phase.content_findings).toHaveLength(2);
    const messages = [{ speaker: "user" as const, text: `Write a letter to ${MAIL} about the delay.` }];
    const conversation = compactConversation(messages, undefined, { contentPolicy: REDACTING });
    expect(conversation.summary).toContain(GONE);
    expect(JSON.stringify({ ...conversation, loss: null })).not.toContain(MAIL);
    expect(conversation.after_tokens).toBe(countTokens(conversation.summary));
  });
});
