import { describe, expect, it } from "vitest";
import { handoffOf, policyOf, ruleOf } from "../../test/handoff";
import { withoutPolicy } from "./compile-policy";
import { scopeContext } from "./scope-context";

const context = {
  prior_outputs: { a: { score: 1, ssn: "1", notes: { ssn: "2", text: "t" } }, x: { ssn: "3", price: 4 } },
  observations: [{ tool: "lookup", ssn: "5" }, { tool: "sum" }],
  original_input: { claim_id: "CLM-1", text: "crash", ssn: "6" },
};
const scope = (policy: ReturnType<typeof policyOf>, fields: Parameters<typeof handoffOf>[0] = context) =>
  scopeContext(policy, handoffOf(fields));

describe("the switch setting", () => {
  it("off: returns the same reference, without an event", () => {
    const handoff = handoffOf(context);
    const off = policyOf({ blocked_context_fields: ["ssn"] }, { enabled: false, observe: false });
    const result = scopeContext(off, handoff);
    expect(result.scoped).toBe(handoff.context);
    expect(result).toMatchObject({ event: null, content: null });
  });

  it.each([true, false])(
    "observe, enabled %s: returns the same reference, with the event of enforcement",
    (enabled) => {
      const handoff = handoffOf(context);
      const section = { blocked_context_fields: ["ssn"], default_handoff_mode: "full" };
      const { scoped, event } = scopeContext(policyOf(section, { enabled, observe: true }), handoff);
      const enforced = scopeContext(policyOf(section), handoff).event;
      expect(scoped).toBe(handoff.context);
      expect(event).toEqual({
        ...enforced,
        scoping_state: "observed",
        policy_version: event?.policy_version,
      });
      expect(event?.tokens_saved).toBeGreaterThan(0);
    },
  );

  it("observe: writes an event even without a requested audit, unlike enforce", () => {
    const section = {
      audit_all_handoffs: false,
      agent_handoff_rules: [{ from_agent_id: "a", to_agent_id: "b", audit_enabled: false }],
    };
    expect(scope(policyOf(section)).event).toBeNull();
    expect(scope(policyOf(section, { enabled: true, observe: true })).event?.scoping_state).toBe("observed");
  });

  it.each([
    [
      "the rule",
      { audit_all_handoffs: false, agent_handoff_rules: [{ from_agent_id: "a", to_agent_id: "b" }] },
    ],
    ["the policy", { agent_handoff_rules: [{ from_agent_id: "a", to_agent_id: "b", audit_enabled: false }] }],
    ["the policy, without a rule,", {}],
  ])("enforce: writes an event if %s requests an audit", (_, section) => {
    expect(scope(policyOf(section)).event?.scoping_state).toBe("scoped");
  });

  it("enforce: writes no event without a rule if the policy requests no audit", () => {
    expect(scope(policyOf({ audit_all_handoffs: false })).event).toBeNull();
  });
});

describe("mode", () => {
  it("full: passes everything, even with an allowed list", () => {
    const { scoped } = scope(ruleOf({ handoff_mode: "full", allowed_context_fields: ["x"] }), {
      prior_outputs: { a: { x: 1, y: 2 } },
    });
    expect(scoped.prior_outputs).toEqual({ a: { x: 1, y: 2 } });
  });

  it("full: passes everything", () => {
    const { scoped } = scope(ruleOf({ handoff_mode: "full" }));
    expect(scoped).toMatchObject({ ...context, handoff_mode: "full", fields_filtered: [] });
  });

  it("scoped: passes allowed fields of the sender's output, and all other parts", () => {
    const memories = [{ ssn: "7" }];
    const { scoped } = scope(ruleOf({ allowed_context_fields: ["score"] }), { ...context, memories });
    expect(scoped).toEqual({
      ...context,
      memories,
      prior_outputs: { a: { score: 1 } },
      metadata: { from: "a", to: "b", policy_version: expect.stringMatching(/^[0-9a-f]{64}$/) },
      handoff_mode: "scoped",
      fields_filtered: ["a.notes", "a.ssn", "x"],
      translation_applied: false,
    });
  });

  it("scoped: passes the sender's whole output without an allowed list, and nothing with an empty one", () => {
    expect(scope(ruleOf({})).scoped.prior_outputs).toEqual({ a: context.prior_outputs.a });
    expect(scope(ruleOf({ allowed_context_fields: [] })).scoped.prior_outputs).toEqual({ a: {} });
  });

  it("minimal: passes identifiers of the input, empties arrays and removes other parts", () => {
    const { scoped } = scope(ruleOf({ handoff_mode: "minimal" }), {
      ...context,
      memories: [1],
      artifacts: { file: 1 },
      notes: [],
      plan: {},
    });
    expect(scoped).toEqual({
      prior_outputs: {},
      observations: [],
      original_input: { claim_id: "CLM-1" },
      memories: [],
      notes: [],
      metadata: expect.anything(),
      handoff_mode: "minimal",
      fields_filtered: [
        "a",
        "artifacts",
        "memories",
        "observations",
        "original_input.ssn",
        "original_input.text",
        "x",
      ],
      translation_applied: false,
    });
  });

  it("minimal: shares a part that was empty", () => {
    const memories: unknown[] = [];
    const { scoped } = scope(ruleOf({ handoff_mode: "minimal" }), { memories });
    expect(Reflect.get(scoped, "memories")).toBe(memories);
  });

  it.each([
    ["text", ["original_input"]],
    [["claim_id"], ["original_input"]],
    [null, []],
  ])("minimal: replaces an input that is not an object, %j, by null", (original_input, names) => {
    const { scoped } = scope(ruleOf({ handoff_mode: "minimal" }), { original_input });
    expect(scoped).toMatchObject({ original_input: null, fields_filtered: names });
  });

  it("minimal: matches identifiers exactly, without folding", () => {
    const input = { claim_id: 1, CLAIM_ID: 2, "claim\u200b_id": 3 };
    const { scoped } = scope(ruleOf({ handoff_mode: "minimal" }), { original_input: input });
    expect(scoped.original_input).toEqual({ claim_id: 1 });
  });
});

describe("a blocked field", () => {
  it.each(["full", "scoped", "minimal"])(
    "is removed in mode %s, from every part and at every depth",
    (handoff_mode) => {
      const policy = ruleOf(
        { handoff_mode, blocked_context_fields: ["ssn"] },
        { minimal_input_fields: ["ssn", "text"] },
      );
      const { scoped } = scope(policy, {
        ...context,
        memories: [{ deep: [[{ SSN: 1 }]] }],
        plan: { ssn: 1 },
      });
      expect(JSON.stringify(scoped.prior_outputs)).not.toMatch(/ssn/i);
      const { metadata, fields_filtered, ...rest } = { metadata: null, fields_filtered: null, ...scoped };
      expect(JSON.stringify(rest)).not.toMatch(/ssn/i);
      expect(scoped.original_input).toMatchObject({ text: "crash" });
    },
  );

  it("can be blocked by the policy, the rule, and the rule for each output's own agent", () => {
    const policy = policyOf({
      blocked_context_fields: ["p"],
      default_handoff_mode: "minimal",
      agent_handoff_rules: [
        { from_agent_id: "a", to_agent_id: "b", handoff_mode: "full", blocked_context_fields: ["r"] },
        { from_agent_id: "x", to_agent_id: "b", blocked_context_fields: ["i"] },
        { from_agent_id: "x", to_agent_id: "c", blocked_context_fields: ["other"] },
      ],
    });
    const value = { p: 1, r: 2, i: 3, other: 4 };
    const { scoped } = scope(policy, { prior_outputs: { a: value, x: value }, observations: [value] });
    expect(scoped).toMatchObject({
      prior_outputs: { a: { i: 3, other: 4 }, x: { other: 4 } },
      observations: [{ i: 3, other: 4 }],
      fields_filtered: ["a.p", "a.r", "observations[].p", "observations[].r", "x.i", "x.p", "x.r"],
    });
  });

  it("starts, for a path, at each output, each element of an array part, another part, and the input", () => {
    const value = { top: { x: 1 }, deep: { top: { x: 2 } } };
    const { scoped } = scope(ruleOf({ handoff_mode: "full", blocked_context_fields: ["top.x"] }), {
      prior_outputs: { a: value },
      observations: [value],
      original_input: value,
      memories: [value],
      plan: value,
    });
    const left = { top: {}, deep: value.deep };
    expect(scoped).toMatchObject({
      prior_outputs: { a: left },
      observations: [left],
      original_input: left,
      memories: [left],
      plan: left,
      fields_filtered: [
        "a.top.x",
        "memories[].top.x",
        "observations[].top.x",
        "original_input.top.x",
        "plan.top.x",
      ],
    });
  });

  it("is not removed by path from elements of an input, because the input itself is the top", () => {
    const { scoped } = scope(ruleOf({ blocked_context_fields: ["top.x", "y"] }), {
      original_input: [{ top: { x: 1 }, y: 2 }],
    });
    expect(scoped.original_input).toEqual([{ top: { x: 1 } }]);
  });

  it("does not match an agent's ID", () => {
    const { scoped } = scope(ruleOf({ handoff_mode: "full", blocked_context_fields: ["x", "a.b"] }), {
      prior_outputs: { x: { b: 1, x: 2 }, a: { b: 3 } },
    });
    expect(scoped.prior_outputs).toEqual({ x: { b: 1 }, a: { b: 3 } });
  });

  it("is every element of an array if its path ends in []", () => {
    const { scoped } = scope(
      ruleOf({ blocked_context_fields: ["list[]", "grid[][]", "none[]", "scalar[]"] }),
      {
        prior_outputs: { a: { list: [1, 2], grid: [[1], "kept", []], none: [], scalar: 1 } },
      },
    );
    expect(scoped).toMatchObject({
      prior_outputs: { a: { list: [], grid: [[], "kept", []], none: [], scalar: 1 } },
      fields_filtered: ["a.grid[][]", "a.list[]"],
    });
  });

  it("is every key at the top, and only there, for a lone *", () => {
    const { scoped } = scope(ruleOf({ blocked_context_fields: ["*"] }), {
      prior_outputs: { a: { x: 1 } },
      observations: [{ y: 1 }, [{ z: 1 }]],
      original_input: "kept",
    });
    expect(scoped).toMatchObject({
      prior_outputs: { a: {} },
      observations: [{}, [{ z: 1 }]],
      original_input: "kept",
      fields_filtered: ["a.x", "observations[].y"],
    });
  });
});

describe("an allowed list", () => {
  const allow = (allowed: string[], output: unknown, section = {}) =>
    scope(ruleOf({ allowed_context_fields: allowed }, section), { prior_outputs: { a: output } }).scoped;

  it.each<[string, string[], unknown, unknown, string[]]>([
    ["containers on the path", ["x.y"], { x: { y: 1, z: 2 }, w: 3 }, { x: { y: 1 } }, ["a.w", "a.x.z"]],
    ["no scalar where a path continues", ["x.y"], { x: 1 }, {}, ["a.x"]],
    ["no null where a path continues", ["x.y"], { x: null }, {}, ["a.x"]],
    ["no array without [] in the path", ["x.y"], { x: [{ y: 1 }] }, {}, ["a.x"]],
    ["no object where [] follows", ["x[].y"], { x: { y: 1 } }, {}, ["a.x"]],
    [
      "each element of an array",
      ["x[].y"],
      { x: [{ y: 1, z: 2 }, { z: 3 }] },
      { x: [{ y: 1 }, {}] },
      ["a.x[].z"],
    ],
    [
      "null for elements that a path cannot enter",
      ["x[].y"],
      { x: [1, null, [], { y: 2 }] },
      { x: [null, null, null, { y: 2 }] },
      ["a.x[]"],
    ],
    [
      "nested arrays",
      ["x[][].y"],
      { x: [[{ y: 1, z: 1 }], 5, {}] },
      { x: [[{ y: 1 }], null, null] },
      ["a.x[]"],
    ],
    ["the whole of an array at []", ["x[]"], { x: [1, { y: 2 }, [3]] }, { x: [1, { y: 2 }, [3]] }, []],
    ["any key for *", ["*.y"], { p: { y: 1, z: 2 }, q: 3 }, { p: { y: 1 } }, ["a.p.z", "a.q"]],
    [
      "both of two overlapping paths",
      ["x.y", "*.z"],
      { x: { y: 1, z: 2, w: 3 } },
      { x: { y: 1, z: 2 } },
      ["a.x.w"],
    ],
    ["the broader of two paths", ["x.y", "x"], { x: { y: 1, z: 2 } }, { x: { y: 1, z: 2 } }, []],
    ["a key in another normal form", ["caf\u00e9"], { "cafe\u0301": 1 }, { "cafe\u0301": 1 }, []],
    ["no lookalike", ["ssn"], { SSN: 1, "s\u200bsn": 2 }, {}, ["a.SSN", "a.s\u200bsn"]],
    [
      "nothing that is blocked",
      ["x"],
      { x: { bad: 1, y: 2 }, bad: 3 },
      { x: { y: 2 } },
      ["a.bad", "a.x.bad"],
    ],
  ])("keeps %s", (_, allowed, output, kept, names) => {
    const scoped = allow(allowed, output, { blocked_context_fields: ["bad"] });
    expect(scoped).toMatchObject({ fields_filtered: names });
    expect(scoped.prior_outputs).toEqual({ a: kept });
  });

  it.each([[[{ bad: 1 }]], "text", 5, null])(
    "drops an output that is not an object, %j, under strict",
    (output) => {
      const { scoped, event } = scope(ruleOf({ allowed_context_fields: ["x"] }), {
        prior_outputs: { a: output },
      });
      expect(scoped).toMatchObject({ fields_filtered: ["a"] });
      expect(scoped.prior_outputs).toEqual({});
      expect(event?.audit_note).toContain("Dropped, because allowed fields apply only to objects: a");
    },
  );

  it("removes only blocked fields from such an output under advisory", () => {
    const section = { enforcement_level: "advisory", blocked_context_fields: ["bad"] };
    expect(allow(["x"], [{ bad: 1, y: 2 }], section).prior_outputs).toEqual({ a: [{ y: 2 }] });
    expect(allow(["x"], "text", section).prior_outputs).toEqual({ a: "text" });
  });

  it("is required for a drop: without one, the output passes under strict", () => {
    expect(scope(ruleOf({}), { prior_outputs: { a: "text" } }).scoped.prior_outputs).toEqual({ a: "text" });
  });
});

describe("a context", () => {
  it("is not changed, and shares unchanged values with the result", () => {
    const untouched = { deep: [{ x: 1 }] };
    const output = { keep: untouched, change: { ssn: 1, y: untouched } };
    const handoff = handoffOf({
      prior_outputs: { a: output },
      observations: [untouched],
      original_input: untouched,
    });
    const before = structuredClone(handoff.context);
    const { scoped } = scopeContext(ruleOf({ blocked_context_fields: ["ssn"] }), handoff);
    expect(handoff.context).toEqual(before);
    expect(scoped.observations).toBe(handoff.context.observations);
    expect(scoped.original_input).toBe(untouched);
    expect(scoped.prior_outputs.a).toEqual({ keep: untouched, change: { y: untouched } });
    expect(Reflect.get(Object(scoped.prior_outputs.a), "keep")).toBe(untouched);
  });

  it("can be frozen in development, so that writing to shared values throws", () => {
    const handoff = handoffOf({ prior_outputs: { a: { x: { y: [1] } } } }, { freezes: true });
    const { scoped } = scopeContext(ruleOf({}), handoff);
    expect(Object.isFrozen(scoped)).toBe(true);
    expect(() => Reflect.get(Object(scoped.prior_outputs.a), "x").y.push(2)).toThrow(TypeError);
  });

  it("known to be JSON gets no key that was added to all objects", () => {
    const policy = ruleOf({ handoff_mode: "full", blocked_context_fields: ["ssn"] });
    const handoff = handoffOf({ prior_outputs: { a: { ssn: 1, x: 2 } } }, { isParsedJson: true });
    Object.defineProperty(Object.prototype, "planted", {
      value: 3,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    let keys: string[];
    try {
      keys = Object.keys(Object(scopeContext(policy, handoff).scoped.prior_outputs.a));
    } finally {
      Reflect.deleteProperty(Object.prototype, "planted");
    }
    expect(keys).toEqual(["x"]);
  });

  it.each(["{}", '{"prior_outputs":null,"observations":null,"original_input":null}'])(
    "can lack its standard parts: %s",
    (json) => {
      const { scoped, event } = scopeContext(ruleOf({}), { ...handoffOf({}), context: JSON.parse(json) });
      expect(scoped).toMatchObject({
        prior_outputs: {},
        observations: [],
        original_input: null,
        fields_filtered: [],
      });
      expect(event?.scoping_state).toBe("scoped");
    },
  );

  it("does not pass a standard part of the wrong type", () => {
    const context = JSON.parse('{"prior_outputs":"text","observations":"text"}');
    const { scoped, event } = scopeContext(ruleOf({}), { ...handoffOf({}), context });
    expect(scoped).toMatchObject({
      prior_outputs: {},
      observations: [],
      fields_filtered: ["observations", "prior_outputs"],
    });
    expect(event?.scoping_state).toBe("scoped");
  });

  it("can have agents named like a scoped context's own keys", () => {
    const { scoped, event } = scope(ruleOf({ handoff_mode: "full" }), {
      prior_outputs: { metadata: { x: 1 } },
    });
    expect(scoped.prior_outputs).toEqual({ metadata: { x: 1 } });
    expect(event?.scoping_state).toBe("scoped");
  });

  it.each([[[]], [["other"]]])("can have 1,000 nested levels if %j is blocked", (blocked) => {
    const policy = ruleOf({ handoff_mode: "full", blocked_context_fields: blocked });
    const nest = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    const aside = [1_000, 1_001, 1_002].map(
      (levels) => scope(ruleOf({}), { prior_outputs: { x: nest(levels) } }).event?.scoping_state,
    );
    expect(aside, "what does not pass anyway is measured one level further").toEqual([
      "scoped",
      "scoped",
      "fallback_minus_blocked",
    ]);
    const states = [1_000, 1_001].map(
      (levels) => scope(policy, { prior_outputs: { a: nest(levels) } }).event?.scoping_state,
    );
    expect(states).toEqual(["scoped", "fallback_minus_blocked"]);
  });

  it.each(["metadata", "handoff_mode", "fields_filtered", "translation_applied"])(
    "loses a part named %s, and falls back",
    (name) => {
      const { scoped, event } = scope(ruleOf({}), { prior_outputs: { a: 1, x: 2 }, [name]: { secret: 1 } });
      expect(JSON.stringify(scoped)).not.toContain("secret");
      expect(scoped).toMatchObject({ prior_outputs: { a: 1, x: 2 }, fields_filtered: [name] });
      expect(event).toMatchObject({
        scoping_state: "fallback_minus_blocked",
        audit_note: expect.stringContaining("a part has the name of one of the scoped context's own keys"),
      });
    },
  );
});

describe("without a policy", () => {
  it("every handoff is minimal and recorded as denied", () => {
    const { scoped, event } = scope(withoutPolicy());
    expect(scoped).toMatchObject({
      prior_outputs: {},
      observations: [],
      original_input: { claim_id: "CLM-1" },
      handoff_mode: "minimal",
    });
    expect(event).toMatchObject({
      scoping_state: "denied_error",
      governance_rule_id: null,
      policy_version: null,
      audit_note: expect.stringContaining("No valid policy is available"),
    });
  });

  it("nothing passes if that fails too, because the blocks are unknown", () => {
    const { scoped, event } = scope(withoutPolicy(), { original_input: { claim_id: 1 }, metadata: 1 });
    expect(scoped).toMatchObject({ prior_outputs: {}, observations: [], original_input: null });
    expect(event?.scoping_state).toBe("denied_error");
  });

  it("everything passes if the switch is readable and off", () => {
    const handoff = handoffOf(context);
    const { scoped, event } = scopeContext(withoutPolicy({ enabled: false, observe: false }), handoff);
    expect(scoped).toBe(handoff.context);
    expect(event).toBeNull();
  });
});

it("scopeContext treats an expired rule as absent, including its inherited blocks", () => {
  const expires_at = "2026-01-02T17:00:00Z";
  const policy = policyOf({
    default_handoff_mode: "full",
    agent_handoff_rules: [
      { from_agent_id: "a", to_agent_id: "b", handoff_mode: "minimal", expires_at },
      { from_agent_id: "x", to_agent_id: "b", blocked_context_fields: ["ssn"], expires_at },
    ],
  });
  const at = (now: number) => scopeContext(policy, handoffOf(context, { now })).scoped;
  expect(at(Date.parse(expires_at) - 1)).toMatchObject({ handoff_mode: "minimal" });
  expect(at(Date.parse(expires_at))).toMatchObject({ handoff_mode: "full", ...context });
});
