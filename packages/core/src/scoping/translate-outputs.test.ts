import { deepStrictEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { handoffOf, policyOf } from "../../test/handoff";
import { countTokens } from "../tokens/count-tokens";
import { apportionSavings } from "./ledger";
import { scopeContext, scopeContextWith } from "./scope-context";
import type { Summarizer } from "./summarize";

interface TranslationCase {
  name: string;
  policy?: { more_rules?: object[] };
  rule: object;
  outputs: Record<string, unknown>;
  expected: {
    outputs: Record<string, unknown>;
    fields_filtered: string[];
    strategies: string[];
    note?: string;
  };
}

/** Cases whose results were derived by hand from the rules of translation. */
const cases: TranslationCase[] = readFileSync(
  new URL("../../conformance/translation/cases.jsonl", import.meta.url),
  "utf8",
)
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

const policyFor = ({
  policy: { more_rules = [], ...section } = {},
  rule,
}: Omit<TranslationCase, "outputs" | "expected">) =>
  policyOf({
    ...section,
    agent_handoff_rules: [{ from_agent_id: "a", to_agent_id: "b", ...rule }, ...more_rules],
  });

describe("translation", () => {
  it("has at least fifty cases with distinct names", () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(50);
  });

  it.each(cases.map((one) => [one.name, one] as const))("%s", (_, { expected, ...one }) => {
    const handoff = handoffOf({ prior_outputs: one.outputs });
    const { scoped, event } = scopeContext(policyFor(one), handoff);
    deepStrictEqual(scoped.prior_outputs, expected.outputs);
    expect(scoped).toMatchObject({
      fields_filtered: expected.fields_filtered,
      translation_applied: expected.strategies.length > 0,
    });
    expect(event).toMatchObject({
      scoping_state: "scoped",
      conversation_translation_applied: expected.strategies.length > 0,
      translation_strategies: expected.strategies,
      context_after_scoping: {
        total_tokens: countTokens(
          JSON.stringify({ prior_outputs: expected.outputs, observations: [], original_input: null }),
        ),
      },
    });
    if (expected.note !== undefined) expect(event?.audit_note).toContain(expected.note);
    const tokensSaved = event?.tokens_saved ?? 0;
    const shares = Object.values(apportionSavings({ outline: event?.outline ?? [], tokensSaved }));
    expect(shares.reduce((sum, share) => sum + share)).toBe(tokensSaved);
  });
});

describe("a summarizer", () => {
  const long = "Nothing of note today. Claim claim claim. Sunny weather here now.";
  const rule = { conversation_translation: { enabled: true, summarize: true, max_summary_tokens: 5 } };
  const handoff = handoffOf({
    prior_outputs: { a: { t: long, ssn: "blocked text that is long enough to be summarized" } },
  });
  const policy = policyOf({
    blocked_context_fields: ["ssn"],
    agent_handoff_rules: [{ from_agent_id: "a", to_agent_id: "b", ...rule }],
  });

  it("gets texts over the limit without blocked fields, and its usage is recorded", async () => {
    const requests: unknown[] = [];
    const summarizer: Summarizer = {
      summarize: async (request) => {
        requests.push(request);
        return { text: " short ", tokensUsed: 77, outputTokens: 7, model: "small" };
      },
    };
    const { scoped, event } = await scopeContextWith(summarizer, policy, handoff);
    expect(requests).toEqual([{ text: long, maxTokens: 5 }]);
    expect(scoped.prior_outputs).toEqual({ a: { t: "short" } });
    expect(event).toMatchObject({
      translation_strategies: ["summarize"],
      summarizer_tokens: 77,
      summarizer_output_tokens: 7,
      summarizer_model: "small",
    });
    expect(event?.outline?.find(({ path }) => path === "a.t")).toEqual({
      path: "a.t",
      tokens: countTokens(`"t":"${long}"`),
      after: countTokens('"t":"short"'),
      cause: "summarized",
    });
  });

  it("has its response truncated to the limit", async () => {
    const summarizer: Summarizer = {
      summarize: async () => ({ text: "claim ".repeat(100_000), tokensUsed: 1 }),
    };
    const { scoped } = await scopeContextWith(summarizer, policy, handoff);
    expect(scoped.prior_outputs).toEqual({ a: { t: "claim claim claim claim claim" } });
  });

  it.each<[string, Summarizer]>([
    ["rejects", { summarize: () => Promise.reject(new Error("secret")) }],
    [
      "throws",
      {
        summarize: () => {
          throw new Error("secret");
        },
      },
    ],
    ["returns an empty text", { summarize: async () => ({ text: " \n", tokensUsed: 3 }) }],
    ["returns no text", { summarize: async () => JSON.parse('{"text":{"a":1},"tokensUsed":3}') }],
    ["returns an invalid response", { summarize: async () => JSON.parse("null") }],
  ])("is replaced by the extractive one if it %s, and the event records it", async (_, summarizer) => {
    const { scoped, event } = await scopeContextWith(summarizer, policy, handoff);
    expect(scoped.prior_outputs).toEqual({ a: { t: "Claim claim claim." } });
    expect(event).toMatchObject({ scoping_state: "scoped", summarizer_tokens: 0 });
    expect(event?.audit_note).toContain("The summarizer failed; an extractive summary was used");
    expect(event?.audit_note).not.toContain("secret");
  });

  it("is not called in observe mode or if the switch is off", async () => {
    const summarizer: Summarizer = { summarize: () => Promise.reject(new Error("asked")) };
    for (const enabled of [true, false]) {
      const section = { agent_handoff_rules: [{ from_agent_id: "a", to_agent_id: "b", ...rule }] };
      const observing = policyOf(section, { enabled, observe: enabled });
      const { scoped, event } = await scopeContextWith(summarizer, observing, handoff);
      expect(scoped).toBe(handoff.context);
      expect(event?.audit_note ?? "").not.toContain("failed");
    }
  });
});
