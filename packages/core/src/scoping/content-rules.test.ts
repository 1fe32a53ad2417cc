import { describe, expect, it } from "vitest";
import { handoffOf, policyOf } from "../../test/handoff";
import { loadDetectors } from "../content/load-detectors";
import { parsePolicy } from "../policy/parse-policy";
import { countTokens } from "../tokens/count-tokens";
import { compilePolicy } from "./compile-policy";
import { plainJson } from "./plain-json";
import { scopeContext, scopeContextWith } from "./scope-context";

const detectors = await loadDetectors();
const MAIL = "ann@example.com";

function scope(section: object, context: object, policySwitch = { enabled: true, observe: false }) {
  const parsed = parsePolicy(
    { multi_agent_handoffs: { default_handoff_mode: "full", ...section } },
    policySwitch,
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return scopeContext(compilePolicy(parsed, detectors), {
    ...handoffOf(context),
    from: "a",
    to: "b",
    capturesContent: true,
  });
}
const rules = (action: string, more: object = {}) => ({
  content_rules: [{ rule_id: "mail", detector: "email", action, ...more }],
});

describe("scopeContext, with content rules", () => {
  it("redacts every text of every part, and records where", () => {
    const { scoped, event, content, refusal } = scope(rules("redact"), {
      prior_outputs: { a: { note: `Ask ${MAIL}`, list: [MAIL, MAIL, 1] }, z: MAIL },
      observations: [{ json: `{"to":"${MAIL}"}` }],
      original_input: MAIL,
      memories: [MAIL],
    });
    const gone = "[redacted: mail]";
    expect(scoped).toMatchObject({
      prior_outputs: { a: { note: `Ask ${gone}`, list: [gone, gone, 1] }, z: gone },
      observations: [{ json: `{"to":"${gone}"}` }],
      original_input: gone,
      memories: [gone],
    });
    expect(refusal).toBeNull();
    expect(event?.scoping_state).toBe("scoped");
    expect(event?.content_findings?.map(({ path, count }) => `${path} ${count}`)).toEqual([
      "a.note 1",
      "a.list[] 2",
      "z 1",
      "observations[].json 1",
      "original_input 1",
      "memories[] 1",
    ]);
    expect(JSON.stringify({ event, content })).not.toContain(MAIL);
  });

  it("refuses a handoff, with a reason for the sender", () => {
    const { scoped, event, content, refusal } = scope(rules("block"), {
      prior_outputs: { a: { note: MAIL, other: 1 } },
      observations: [1],
      original_input: { id: 1 },
    });
    expect(scoped).toMatchObject({ prior_outputs: {}, observations: [], original_input: null });
    expect(refusal).toBe(
      "The content rule mail refuses this handoff: email in a.note. Remove it and try again",
    );
    expect(event).toMatchObject({
      scoping_state: "denied_rule",
      fields_filtered: ["a", "observations", "original_input"],
    });
    expect(event?.audit_note).toContain(refusal);
    expect(JSON.stringify({ event, content })).not.toContain(MAIL);
  });

  it("changes nothing that it flags or observes", () => {
    const context = { prior_outputs: { a: { note: MAIL } } };
    const flagged = scope(rules("flag"), context);
    expect(flagged.scoped.prior_outputs.a).toEqual({ note: MAIL });
    expect(flagged.event?.content_findings).toMatchObject([{ action: "flag", path: "a.note", count: 1 }]);
    const observed = scope(rules("block"), context, { enabled: true, observe: true });
    expect(observed).toMatchObject({ refusal: null, event: { scoping_state: "observed" } });
    expect(observed.scoped.prior_outputs.a).toEqual({ note: MAIL });
    expect(observed.event?.content_findings).toMatchObject([{ action: "block" }]);
  });

  it("applies the rules of the agent that wrote an output, whichever agent passes it on", () => {
    const context = { prior_outputs: { a: MAIL, x: MAIL } };
    expect(scope(rules("redact", { from_agent_id: "x" }), context).scoped.prior_outputs).toEqual({
      a: MAIL,
      x: "[redacted: mail]",
    });
  });

  it("holds when scoping fails", () => {
    let deep: unknown = MAIL;
    for (let level = 0; level < 2_000; level += 1) deep = { deep };
    const context = { prior_outputs: { a: { deep } }, original_input: { task_id: MAIL, session_id: "s" } };
    const redacted = scope(rules("redact"), context);
    expect(redacted.event?.scoping_state).toBe("fallback_minus_blocked");
    expect(redacted.scoped.original_input).toEqual({ task_id: "[redacted: mail]", session_id: "s" });
    expect(redacted.event?.content_findings).toHaveLength(2);
    const refused = scope({ ...rules("block"), enforcement_level: "advisory" }, context);
    expect(refused).toMatchObject({
      scoped: { original_input: null },
      event: { scoping_state: "denied_error" },
    });
    expect(refused.refusal).toContain("mail");
  });

  it("counts what it redacts exactly, and names the cause", () => {
    const { scoped, event } = scope(
      { ...rules("redact"), blocked_context_fields: ["ssn"] },
      {
        prior_outputs: {
          a: { note: `Ask ${MAIL} about everything that is in this note`, ssn: 1, other: "x" },
        },
      },
    );
    const { prior_outputs, observations, original_input } = scoped;
    expect(event?.context_after_scoping.total_tokens).toBe(
      countTokens(plainJson({ prior_outputs, observations, original_input })),
    );
    expect(event?.outline?.find(({ path }) => path === "a.note")).toEqual({
      path: "a.note",
      tokens: countTokens(`"note":"Ask ${MAIL} about everything that is in this note"`),
      after: countTokens('"note":"Ask [redacted: mail] about everything that is in this note"'),
      cause: "redacted",
    });
    const refused = scope(rules("block"), { prior_outputs: { a: { note: MAIL, other: 1 } } });
    expect(refused.event?.outline?.filter(({ path }) => path.startsWith("a."))).toMatchObject([
      { after: 0, cause: "redacted" },
      { after: 0, cause: "redacted" },
    ]);
  });

  it("hold for the summary of a model", async () => {
    const translation = { enabled: true, summarize: true, max_summary_tokens: 10 };
    const policy = policyOf(
      {
        ...rules("redact"),
        enable_conversation_translation: true,
        agent_handoff_rules: [
          {
            from_agent_id: "a",
            to_agent_id: "b",
            handoff_mode: "full",
            conversation_translation: translation,
          },
        ],
      },
      { enabled: true, observe: false },
      detectors,
    );
    const output = "A long text without an address. It says many things, more than fit in a summary.";
    const summarizer = { summarize: async () => ({ text: `Ask ${MAIL}`, tokensUsed: 9 }) };
    const { scoped } = await scopeContextWith(
      summarizer,
      policy,
      handoffOf({ prior_outputs: { a: output } }),
    );
    expect(scoped.prior_outputs.a).toBe("Ask [redacted: mail]");
  });

  it("searches numbers of nine digits or more", () => {
    const cards = {
      content_rules: [{ rule_id: "card_numbers", detector: "payment_card", action: "redact" }],
    };
    const { scoped, event } = scope(cards, { prior_outputs: { a: { card: 4111111111111111, n: 1 } } });
    expect(scoped.prior_outputs.a).toEqual({ card: "[redacted: card_numbers]", n: 1 });
    expect(event?.outline?.[0]).toMatchObject({
      path: "a.card",
      after: countTokens('"card":"[redacted: card_numbers]"'),
    });
  });
});
