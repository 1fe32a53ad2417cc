import { Policy, scopeContext } from "@baton/core";
import { compileForChecks } from "@baton/core/internal";
import { SAMPLE_POLICY } from "@baton/core/policy";
import { describe, expect, it } from "vitest";
import { PolicyReplay, type RecordedHandoff, replayPolicy } from "./replay-policy";

const NOW = Date.UTC(2026, 0, 2);

type RuleText = [rule_id: string, from: string, to: string, more?: object];

const policyOf = (rules: RuleText[], more: object = {}) =>
  Policy.parse({
    ...more,
    agent_handoff_rules: rules.map(([rule_id, from_agent_id, to_agent_id, fields]) => ({
      rule_id,
      from_agent_id,
      to_agent_id,
      ...fields,
    })),
  });

const replay = (current: Policy, draft: Policy, handoffs: RecordedHandoff[]) =>
  replayPolicy(draft, handoffs, { current, now: NOW });

const handoff = (sizes: Record<string, number>, more: Partial<RecordedHandoff> = {}): RecordedHandoff => ({
  fromAgent: "a",
  toAgent: "b",
  beforeTokens: Object.values(sizes).reduce((sum, tokens) => sum + tokens, 0),
  outline: Object.entries(sizes).map(([path, tokens]) => ({ path, tokens })),
  outlineTruncated: false,
  ...more,
});

const allowing = (...allowed_context_fields: string[]) =>
  policyOf([["r", "a", "b", { allowed_context_fields }]]);

describe("replayPolicy", () => {
  it("adds up tokens by rule and pair under both policies, and names the fields that change", () => {
    const current = allowing("x", "y");
    const draft = policyOf([["s", "a", "*", { allowed_context_fields: ["y", "z"] }]]);
    const one = handoff({ "a.x": 10, "a.y": 20, "a.z": 30, "observations[]": 40 }, { sessionId: "s1" });
    const other = handoff({ "c.x": 5 }, { fromAgent: "c", sessionId: "s1" });
    expect(replay(current, draft, [one, { ...one, sessionId: "s2" }, other])).toEqual({
      now: { handoffs: 3, beforeTokens: 205, afterTokens: 145 },
      draft: { handoffs: 3, beforeTokens: 205, afterTokens: 185 },
      unknownHandoffs: 0,
      rules: [
        {
          ruleId: "r",
          now: { handoffs: 2, beforeTokens: 200, afterTokens: 140 },
          draft: { handoffs: 0, beforeTokens: 0, afterTokens: 0 },
        },
        {
          ruleId: "s",
          now: { handoffs: 0, beforeTokens: 0, afterTokens: 0 },
          draft: { handoffs: 2, beforeTokens: 200, afterTokens: 180 },
        },
        {
          ruleId: null,
          now: { handoffs: 1, beforeTokens: 5, afterTokens: 5 },
          draft: { handoffs: 1, beforeTokens: 5, afterTokens: 5 },
        },
      ],
      pairs: [
        {
          from: "a",
          to: "b",
          now: { handoffs: 2, beforeTokens: 200, afterTokens: 140 },
          draft: { handoffs: 2, beforeTokens: 200, afterTokens: 180 },
          unknownHandoffs: 0,
        },
        {
          from: "c",
          to: "b",
          now: { handoffs: 1, beforeTokens: 5, afterTokens: 5 },
          draft: { handoffs: 1, beforeTokens: 5, afterTokens: 5 },
          unknownHandoffs: 0,
        },
      ],
      newlyLetThrough: [{ from: "a", to: "b", path: "a.z", handoffs: 2, tokens: 60, sessions: ["s1", "s2"] }],
      newlyBlocked: [{ from: "a", to: "b", path: "a.x", handoffs: 2, tokens: 20, sessions: ["s1", "s2"] }],
      unlistedChanges: 0,
    });
  });

  it("estimates the size after as the exact size before × the share of the outline that passes", () => {
    const one = handoff({ "a.x": 10, "a.y": 20 }, { beforeTokens: 100 });
    const { now, draft, newlyBlocked } = replay(allowing("x", "y"), allowing("x"), [one, one, one]);
    expect(now).toEqual({ handoffs: 3, beforeTokens: 300, afterTokens: 300 });
    expect(draft).toEqual({ handoffs: 3, beforeTokens: 300, afterTokens: 100 });
    expect(newlyBlocked).toMatchObject([{ path: "a.y", handoffs: 3, tokens: 200, sessions: [] }]);
  });

  it("passes a context without leaves unchanged", () => {
    const { now, draft } = replay(allowing(), allowing(), [handoff({}, { beforeTokens: 9 })]);
    expect([now, draft]).toEqual([
      { handoffs: 1, beforeTokens: 9, afterTokens: 9 },
      { handoffs: 1, beforeTokens: 9, afterTokens: 9 },
    ]);
  });

  it.each<[string, Partial<RecordedHandoff>]>([
    ["a truncated outline", { outlineTruncated: true }],
    ["no outline", { outline: null }],
    ["no size", { beforeTokens: null }],
  ])("counts a handoff with %s as unknown and in no total", (_, more) => {
    const result = replay(allowing("x"), allowing("y"), [
      handoff({ "a.x": 10 }, more),
      handoff({ "a.x": 10 }),
    ]);
    expect(result.unknownHandoffs).toBe(1);
    expect(result.pairs[0]?.unknownHandoffs).toBe(1);
    expect(result.now).toEqual({ handoffs: 1, beforeTokens: 10, afterTokens: 10 });
    expect(result.newlyBlocked).toMatchObject([{ handoffs: 1 }]);
  });

  it("sorts fields by handoffs, then by tokens", () => {
    const handoffs = [handoff({ "a.x": 10, "a.y": 90, "a.z": 20 }), handoff({ "a.x": 1, "a.z": 1 })];
    const { newlyBlocked } = replay(allowing("x", "y", "z"), allowing(), handoffs);
    expect(newlyBlocked.map(({ path }) => path)).toEqual(["a.z", "a.x", "a.y"]);
  });

  it("names at most 20 sessions of a field, each once", () => {
    const handoffs = Array.from({ length: 50 }, (_, index) =>
      handoff({ "a.x": 1 }, { sessionId: index < 2 ? "first" : `session ${index}` }),
    );
    const [field] = replay(allowing("x"), allowing(), handoffs).newlyBlocked;
    expect(field?.handoffs).toBe(50);
    expect(field?.sessions).toHaveLength(20);
    expect(field?.sessions.slice(0, 2)).toEqual(["first", "session 2"]);
  });

  it("limits a summarized output to the size of its summary", () => {
    const summarising = (max_summary_tokens: number) =>
      policyOf([
        [
          "r",
          "a",
          "b",
          {
            handoff_mode: "full",
            conversation_translation: { enabled: true, summarize: true, max_summary_tokens },
          },
        ],
      ]);
    const one = handoff({ "a.x": 300, "a.y": 400, "c.x": 100, "observations[]": 900 });
    const { now, draft } = replay(summarising(1000), summarising(500), [one]);
    expect([now.afterTokens, draft.afterTokens]).toEqual([1700, 1500]);
    const off = policyOf([
      ["r", "a", "b", { handoff_mode: "full", conversation_translation: { summarize: true } }],
    ]);
    expect(replay(off, off, [one]).now.afterTokens).toBe(1700);
  });

  it("removes fields that are not extracted", () => {
    const extracting = policyOf([
      ["r", "a", "b", { conversation_translation: { enabled: true, extract_fields: ["x"] } }],
    ]);
    const { newlyBlocked, draft } = replay(policyOf([["r", "a", "b"]]), extracting, [
      handoff({ "a.x": 1, "a.y": 2 }),
    ]);
    expect(newlyBlocked.map(({ path }) => path)).toEqual(["a.y"]);
    expect(draft.afterTokens).toBe(1);
  });

  it("uses the agents of a context if they are known", () => {
    const one = handoff({ "plans[].x": 5 });
    const [full, scoped] = [policyOf([], { default_handoff_mode: "full" }), policyOf([])];
    expect(replay(full, scoped, [one]).newlyBlocked).toHaveLength(1);
    expect(replay(full, scoped, [{ ...one, agents: ["a"] }]).newlyBlocked).toHaveLength(0);
    expect(
      replay(full, scoped, [
        { ...one, agents: ["a", "plans"] },
        { ...one, agents: ["a"] },
      ]).newlyBlocked,
    ).toHaveLength(1);
  });

  it("lists at most 50,000 fields and counts the other changes", () => {
    const handoffs = Array.from({ length: 100 }, (_, index) =>
      handoff(
        Object.fromEntries(Array.from({ length: 600 }, (_unused, key) => [`a.key ${index} ${key}`, 1])),
      ),
    );
    const result = replay(policyOf([["r", "a", "b"]]), allowing(), [...handoffs, ...handoffs]);
    expect(result.newlyBlocked).toHaveLength(50_000);
    expect(result.unlistedChanges).toBe(20_000);
    expect(result.draft.afterTokens).toBe(0);
  }, 60_000);

  it("returns the result of the handoffs so far at any time", () => {
    const ongoing = new PolicyReplay(allowing("x"), { current: allowing("x"), now: NOW });
    expect(ongoing.result()).toMatchObject({ now: { handoffs: 0 }, pairs: [], rules: [] });
    ongoing.add(handoff({ "a.x": 1 }));
    expect(ongoing.result().now.handoffs).toBe(1);
    ongoing.add(handoff({ "a.x": 1 }));
    expect(ongoing.result().now.handoffs).toBe(2);
  });

  it("reproduces the recorded scoping when it replays the recorded policy", () => {
    const policy = Policy.parse(SAMPLE_POLICY.multi_agent_handoffs);
    const context = {
      prior_outputs: {
        intake_agent: { claim: "rear-end collision at low speed", photos: ["front.jpg", "rear.jpg"] },
        fraud_agent: {
          fraud_score: 0.2,
          risk_level: "low",
          working_notes: "compared with 40 earlier claims",
        },
      },
      observations: [{ tool: "lookup", result: "no match" }],
      original_input: { claim_id: "CLM-1", text: "Somebody drove into my car." },
    };
    const { event } = scopeContext(compileForChecks(policy), {
      from: "fraud_agent",
      to: "recommendation_agent",
      context,
      sessionId: "s",
      now: NOW,
      newId: () => "id",
    });
    if (!event) throw new Error("no event was written");
    const { now } = replay(policy, policy, [
      {
        fromAgent: event.from_agent_id,
        toAgent: event.to_agent_id,
        beforeTokens: event.context_before_scoping.total_tokens,
        outline: event.outline ?? null,
        outlineTruncated: false,
      },
    ]);
    const outline = event.outline ?? [];
    const share =
      outline.reduce((sum, { tokens, after = tokens }) => sum + after, 0) /
      outline.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(now.afterTokens).toBe(Math.round(event.context_before_scoping.total_tokens * share));
    expect(Math.abs(now.afterTokens - event.context_after_scoping.total_tokens)).toBeLessThan(10);
  });
});
