import { describe, expect, it } from "vitest";
import { handoffOf, policyOf, ruleOf } from "../../test/handoff";
import type { OutlineEntry } from "../session/context-handoff";
import { countTokens } from "../tokens/count-tokens";
import type { CompiledPolicy } from "./compile-policy";
import type { HandoffContext } from "./handoff-context";
import { percentage } from "./handoff-event";
import { scopeContext } from "./scope-context";

function eventOf(policy: CompiledPolicy, context: Partial<HandoffContext>, fields = {}) {
  const { event } = scopeContext(policy, handoffOf(context, fields));
  if (event === null) throw new Error("no event was written");
  return event;
}

const outlineOf = (policy: CompiledPolicy, context: Partial<HandoffContext>, fields = {}) =>
  eventOf(policy, context, fields).outline ?? [];

const everythingPasses = policyOf({ default_handoff_mode: "full" });

describe("the leaves of an outline", () => {
  it("are scalars, {} and [], by path, with the tokens of their compact JSON", () => {
    const context = {
      prior_outputs: { "agent.1": { x: { y: 12 }, empty: {}, none: [], "a.b": null, t: true } },
      observations: [{ tool: "look" }, { tool: "sum", "": 1 }, "plain"],
      original_input: "text",
      memories: [["m"]],
    };
    const expected: [string, string[]][] = [
      ["agent\\.1.a\\.b", ['"a.b":null']],
      ["agent\\.1.empty", ['"empty":{}']],
      ["agent\\.1.none", ['"none":[]']],
      ["agent\\.1.t", ['"t":true']],
      ["agent\\.1.x.y", ['"y":12']],
      ["memories[][]", ['"m"']],
      ["observations[]", ['"plain"']],
      ["observations[].", ['"":1']],
      ["observations[].tool", ['"tool":"look"', '"tool":"sum"']],
      ["original_input", ['"text"']],
    ];
    expect(outlineOf(everythingPasses, context)).toEqual(
      expected.map(([path, leaves]) => ({
        path,
        tokens: leaves.reduce((sum, leaf) => sum + countTokens(leaf), 0),
      })),
    );
  });

  it("are the first 2,000 paths by code point, and the event is marked as truncated", () => {
    const many = Object.fromEntries(
      Array.from({ length: 2_500 }, (_, index) => [`k${5_000 - index}`, index]),
    );
    const event = eventOf(everythingPasses, { prior_outputs: { a: many } });
    expect(event.outline?.map(({ path }) => path)).toEqual(
      Object.keys(many)
        .sort()
        .slice(0, 2_000)
        .map((key) => `a.${key}`),
    );
    expect(event.outline_truncated).toBe(true);
    const leaves = Array.from({ length: 1_998 }, (_, index) => [`k${index}`, 1]);
    const whole = eventOf(everythingPasses, { prior_outputs: { a: Object.fromEntries(leaves) } });
    expect({ paths: whole.outline?.length, isTruncated: whole.outline_truncated }).toEqual({
      paths: 2_000,
      isTruncated: false,
    });
  });

  it("exclude everything that is not plain data, as does the size before", () => {
    const y = { y: 1 };
    const event = eventOf(everythingPasses, {
      prior_outputs: { a: { ...y, toJSON: () => "canary", map: new Map() } },
    });
    expect(event.outline?.map(({ path }) => path)).toEqual(["a.y", "observations", "original_input"]);
    expect(event.context_before_scoping).toEqual(
      eventOf(everythingPasses, { prior_outputs: { a: y } }).context_before_scoping,
    );
    expect(event.tokens_saved).toBe(0);
  });
});

describe("the cause of a leaf", () => {
  const causeOf = (outline: OutlineEntry[], path: string) =>
    outline.find((entry) => entry.path === path)?.cause;

  it("is the first step that removed it", () => {
    const outline = outlineOf(
      policyOf({
        blocked_context_fields: ["ssn"],
        agent_handoff_rules: [
          { from_agent_id: "a", to_agent_id: "b", allowed_context_fields: ["keep", "list[].x"] },
        ],
      }),
      {
        prior_outputs: {
          a: { keep: { ssn: 1, y: 2 }, gone: { ssn: 3 }, list: [{ x: 1, ssn: 2 }, 5, { ssn: 6, x: 7 }] },
          x: { ssn: 4 },
        },
        observations: [{ ssn: 5, ok: 6 }],
      },
    );
    const tokens = (leaf: string) => countTokens(leaf);
    expect(outline).toEqual([
      { path: "a.gone.ssn", tokens: tokens('"ssn":3'), after: 0, cause: "not_allowed" },
      { path: "a.keep.ssn", tokens: tokens('"ssn":1'), after: 0, cause: "blocked" },
      { path: "a.keep.y", tokens: tokens('"y":2') },
      { path: "a.list[]", tokens: tokens("5"), after: 0, cause: "not_allowed" },
      { path: "a.list[].ssn", tokens: 2 * tokens('"ssn":2'), after: 0, cause: "not_allowed" },
      { path: "a.list[].x", tokens: 2 * tokens('"x":1') },
      { path: "observations[].ok", tokens: tokens('"ok":6') },
      { path: "observations[].ssn", tokens: tokens('"ssn":5'), after: 0, cause: "blocked" },
      { path: "original_input", tokens: tokens("null") },
      { path: "x.ssn", tokens: tokens('"ssn":4'), after: 0, cause: "mode" },
    ]);
  });

  it("is “blocked” in an output that strict enforcement drops, and “dropped” for its other fields", () => {
    const policy = ruleOf({ allowed_context_fields: ["x"], blocked_context_fields: ["ssn"] });
    const outline = outlineOf(policy, { prior_outputs: { a: [{ ssn: 1, y: 2 }] } });
    expect(causeOf(outline, "a[].ssn")).toBe("blocked");
    expect(causeOf(outline, "a[].y")).toBe("dropped");
  });

  it("is “mode” for everything except identifiers in minimal, and “blocked” for a blocked identifier", () => {
    const policy = ruleOf({ handoff_mode: "minimal", blocked_context_fields: ["task_id"] });
    const outline = outlineOf(policy, {
      prior_outputs: { a: 1 },
      observations: [{ claim_id: 2 }],
      original_input: { claim_id: 3, task_id: 4, text: 5 },
    });
    expect(outline.map(({ path, cause }) => [path, cause])).toEqual([
      ["a", "mode"],
      ["observations[].claim_id", "mode"],
      ["original_input.claim_id", undefined],
      ["original_input.task_id", "blocked"],
      ["original_input.text", "mode"],
    ]);
  });

  it("belongs to a separate leaf if a summary replaces an object", () => {
    const said = "One sentence that says something. And another one.";
    const translation = { enabled: true, extract_fields: ["x", "n"], summarize: true, max_summary_tokens: 3 };
    const { scoped, event } = scopeContext(
      ruleOf({ conversation_translation: translation }),
      handoffOf({ prior_outputs: { a: { x: { y: said, z: 2, w: 3 }, n: 1, q: said } } }),
    );
    expect(scoped.prior_outputs.a).toEqual(expect.any(String));
    const summary = countTokens(JSON.stringify(scoped.prior_outputs.a));
    const tokens = (leaf: string) => countTokens(leaf);
    expect(event?.outline?.slice(0, 6)).toEqual([
      { path: "a", tokens: 0, after: summary },
      { path: "a.n", tokens: tokens('"n":1'), after: 0, cause: "summarized" },
      { path: "a.q", tokens: tokens(`"q":"${said}"`), after: 0, cause: "extracted" },
      { path: "a.x.w", tokens: tokens('"w":3'), after: 0, cause: "summarized" },
      { path: "a.x.y", tokens: tokens(`"y":"${said}"`), after: 0, cause: "summarized" },
      { path: "a.x.z", tokens: tokens('"z":2'), after: 0, cause: "summarized" },
    ]);
  });

  it("is missing for an empty container that lost only keys hidden from JSON", () => {
    const output = { list: Object.assign([], { key: 1 }), object: { [Symbol("key")]: 1 } };
    expect(outlineOf(everythingPasses, { prior_outputs: { a: output } }).slice(0, 2)).toEqual([
      { path: "a.list", tokens: countTokens('"list":[]') },
      { path: "a.object", tokens: countTokens('"object":{}') },
    ]);
  });

  it("is set for an empty container that became null or another type", () => {
    const policy = ruleOf({ allowed_context_fields: ["lists[].x", "objects[][].x"] });
    const output = { lists: [[]], objects: [{}] };
    expect(outlineOf(policy, { prior_outputs: { a: output } }).slice(0, 2)).toEqual([
      { path: "a.lists[]", tokens: countTokens("[]"), after: 0, cause: "not_allowed" },
      { path: "a.objects[]", tokens: countTokens("{}"), after: 0, cause: "not_allowed" },
    ]);
    const translation = { enabled: true, summarize: true, max_summary_tokens: 4 };
    const summarized = outlineOf(ruleOf({ conversation_translation: translation }), {
      prior_outputs: { a: { empty: {}, one: 1, two: 2, three: 3 } },
    });
    expect(summarized.find(({ path }) => path === "a.empty")).toMatchObject({
      after: 0,
      cause: "summarized",
    });
  });

  it("is “blocked” for an array that was emptied", () => {
    const outline = outlineOf(ruleOf({ blocked_context_fields: ["list[]"] }), {
      prior_outputs: { a: { list: [1, 2] } },
    });
    expect(outline[0]).toEqual({ path: "a.list[]", tokens: 2, after: 0, cause: "blocked" });
  });
});

describe("digests", () => {
  const context = {
    prior_outputs: {
      a: { short: "1234567", long: "12345678", n: 123456789, list: ["x", "the first", "the second"] },
    },
  };

  it("are HMAC-SHA-256 with the key, truncated to 8 bytes, for strings of at least 8 characters", () => {
    const entries = outlineOf(everythingPasses, context, { outlineKey: "key" });
    expect(Object.fromEntries(entries.map(({ path, digest }) => [path, digest]))).toEqual({
      // printf 12345678 | openssl dgst -sha256 -hmac key
      "a.long": "838dd83ea9ce9896",
      "a.list[]": "40b7f95eb20611a1",
      "a.short": undefined,
      "a.n": undefined,
      observations: undefined,
      original_input: undefined,
    });
  });

  it("exist only with a key", () => {
    expect(outlineOf(everythingPasses, context).every((entry) => !("digest" in entry))).toBe(true);
  });
});

describe("the event's sizes", () => {
  it("summarize both contexts", () => {
    const event = eventOf(ruleOf({ allowed_context_fields: ["x.y", "gone", "*.z", "list[]", "none[]"] }), {
      prior_outputs: { a: { x: { y: 1 }, list: [1], none: [] }, x: { y: 2 } },
      observations: [1, 2],
    });
    expect(event.context_before_scoping).toMatchObject({
      prior_outputs_count: 2,
      observations_count: 2,
      agents_included: ["a", "x"],
    });
    expect(event.context_after_scoping).toMatchObject({
      prior_outputs_count: 1,
      observations_count: 2,
      agents_included: ["a"],
      fields_included: ["x.y", "list[]"],
    });
    expect(event.context_before_scoping).not.toHaveProperty("fields_included");
    expect(eventOf(everythingPasses, {}).context_after_scoping).not.toHaveProperty("fields_included");
  });

  it.each([
    [0, 0, 0],
    [0, 10, 0],
    [3_800, 5_000, 76],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 2_000, 0.1],
    [1, 2_001, 0],
    [-1, 2_000, -0.1],
    [-1, 3, -33.3],
    [-1, 2_001, 0],
    [0, 7, 0],
    [-3, 2, -150],
    [10, 10, 100],
    [5, 0, 0],
  ])("express %d of %d tokens as %d percent", (saved, before, expected) => {
    expect(percentage(saved, before)).toBe(expected);
  });
});

describe("content", () => {
  it("is stored only if enabled, under its hash, without blocked fields", async () => {
    const policy = ruleOf({ allowed_context_fields: ["x"] }, { blocked_context_fields: ["ssn"] });
    const context = { prior_outputs: { a: { x: 1, y: 2, ssn: 3 } } };
    expect(scopeContext(policy, handoffOf(context)).content).toBeNull();
    const { content, event } = scopeContext(policy, handoffOf(context, { capturesContent: true }));
    expect(content?.json).toBe(
      '{"before":{"prior_outputs":{"a":{"x":1,"y":2}},"observations":[],"original_input":null},' +
        '"after":{"prior_outputs":{"a":{"x":1}},"observations":[],"original_input":null}}',
    );
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content?.json));
    expect(content?.sha256).toBe(Buffer.from(hash).toString("hex"));
    expect(event?.context_sha256).toBe(content?.sha256);
  });
});

it("the event contains the duration if there is a clock", () => {
  let time = 100;
  const microseconds = () => (time += 25);
  expect(eventOf(everythingPasses, {}, { microseconds }).duration_us).toBe(25);
  expect(eventOf(everythingPasses, {})).not.toHaveProperty("duration_us");
});

it("the event contains the workflow and the receiver's model if they are known", () => {
  expect(eventOf(everythingPasses, {}, { workflowId: "w", toModel: "m" })).toMatchObject({
    workflow_id: "w",
    to_model: "m",
  });
  const optional = [
    "workflow_id",
    "to_model",
    "context_sha256",
    "summarizer_tokens",
    "summarizer_output_tokens",
    "summarizer_model",
    "duration_us",
  ];
  expect(Object.keys(eventOf(everythingPasses, {})).filter((key) => optional.includes(key))).toEqual([]);
});
