import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { disagreements } from "../../test/outline-disagreements";
import { type CompiledPolicy, compilePolicy } from "../scoping/compile-policy";
import { countTokens } from "../tokens/count-tokens";
import { parsePolicy } from "./parse-policy";
import { causeOf, scopeOutline } from "./scope-outline";

const NOW = Date.UTC(2026, 0, 2);

function compile(document: unknown): CompiledPolicy {
  const parsed = parsePolicy(document);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return compilePolicy(parsed);
}

/**
 * Returns for each path under a section `path: cause`, and the size of the empty container that would pass.
 */
function outcomes(section: object, paths: string[], agents?: string[]): Record<string, string | null> {
  const policy = compile({ multi_agent_handoffs: section });
  const scope = scopeOutline(policy, { from: "a", to: "b", now: NOW, agents });
  return Object.fromEntries(
    paths.map((path) => {
      const { cause, empty, emptyCause } = scope.outcomeOf(path);
      return [path, empty === null ? cause : `${cause}, ${emptyCause} if ${countTokens(empty)}`];
    }),
  );
}

const rule = (more: object, to_agent_id = "b") => ({ from_agent_id: "a", to_agent_id, ...more });

describe("scopeOutline", () => {
  it("passes everything except blocked fields in mode full", () => {
    const section = {
      agent_handoff_rules: [rule({ handoff_mode: "full", blocked_context_fields: ["ssn", "x.y"] })],
    };
    const paths = [
      "a.z",
      "a.ssn",
      "a.d[].SSN.e",
      "a.x.y[].z",
      "c.x.y",
      "c.x.z",
      "observations[].x.y",
      "original_input.x.y",
    ];
    expect(
      outcomes(section, [...paths, "observations[].z.x.y", "memories[].x.y", "artifacts.x.y", "ssn.z"]),
    ).toEqual({
      "a.z": null,
      "a.ssn": "blocked",
      "a.d[].SSN.e": "blocked",
      "a.x.y[].z": "blocked",
      "c.x.y": "blocked",
      "c.x.z": null,
      "observations[].x.y": "blocked",
      "original_input.x.y": "blocked",
      "observations[].z.x.y": null,
      "memories[].x.y": "blocked",
      "artifacts.x.y": "blocked",
      "ssn.z": null,
    });
  });

  it("passes only allowed fields of the sender's output, and the other parts, in mode scoped", () => {
    const section = {
      agent_handoff_rules: [rule({ allowed_context_fields: ["x.y", "items[].z", "caf\u00e9", "w[]"] })],
    };
    const kept = ["a.x.y", "a.x.y.deep[].z", "a.items[].z", "a.cafe\u0301", "a.w[]", "a.w[].x"];
    const other = ["observations[].q", "original_input", "memories[]", "artifacts"];
    const gone = ["a.x.q", "a.y", "a.items.z", "a.items[].q", "a.items[][].z", "a.X.y"];
    expect(outcomes(section, [...kept, ...other, ...gone, "c.x.y"])).toEqual({
      ...Object.fromEntries([...kept, ...other].map((path) => [path, null])),
      ...Object.fromEntries(gone.map((path) => [path, "not_allowed"])),
      "c.x.y": "mode",
    });
  });

  it("removes fields that an enabled translation does not extract", () => {
    const translation = { enabled: true, extract_fields: ["x.y", "w"] };
    const fields = { allowed_context_fields: ["x", "z"], conversation_translation: translation };
    const section = { agent_handoff_rules: [rule(fields)] };
    const paths = ["a.x.y", "a.x.q", "a.z", "a.w", "a", "observations[].z"];
    const scoped = {
      "a.x.y": null,
      "a.x.q": null,
      "a.z": null,
      "a.w": "not_allowed",
      "observations[].z": null,
    };
    const whole = `dropped, null if ${countTokens("{}")}`;
    expect(outcomes(section, paths)).toEqual({
      ...scoped,
      a: whole,
      "a.x.q": "extracted",
      "a.z": "extracted",
    });
    expect(outcomes({ ...section, enable_conversation_translation: false }, paths)).toEqual({
      ...scoped,
      a: whole,
    });
    const off = { ...translation, enabled: false };
    expect(
      outcomes({ agent_handoff_rules: [rule({ ...fields, conversation_translation: off })] }, paths),
    ).toEqual({
      ...scoped,
      a: whole,
    });
  });

  it("extracts from every output that passes, only from objects, and handles empty containers", () => {
    const translation = { enabled: true, extract_fields: ["x.y"] };
    const full = {
      agent_handoff_rules: [rule({ handoff_mode: "full", conversation_translation: translation })],
    };
    expect(outcomes(full, ["c.x.y", "c.z", "c[].z", "c", "a.x"])).toEqual({
      "c.x.y": null,
      "c.z": "extracted",
      "c[].z": null,
      c: null,
      "a.x": `extracted, null if ${countTokens('"x":{}')}`,
    });
    const scoped = (allowed_context_fields: string[]) => ({
      agent_handoff_rules: [rule({ allowed_context_fields, conversation_translation: translation })],
    });
    expect(outcomes(scoped(["x.y"]), ["a.x"])).toEqual({
      "a.x": `not_allowed, null if ${countTokens('"x":{}')}`,
    });
    expect(outcomes(scoped(["z.y"]), ["a.z"])).toEqual({
      "a.z": `not_allowed, extracted if ${countTokens('"z":{}')}`,
    });
  });

  it("returns the summary size of an output that is summarized", () => {
    const summary = (conversation_translation: object) => {
      const policy = compile({
        multi_agent_handoffs: { agent_handoff_rules: [rule({ conversation_translation })] },
      });
      return scopeOutline(policy, { from: "a", to: "b", now: NOW }).summaryTokens;
    };
    expect(summary({ enabled: true, summarize: true })).toBe(500);
    expect(summary({ enabled: true })).toBeNull();
    expect(summary({ summarize: true })).toBeNull();
  });

  it("returns the size of an empty container that would pass in place of a scalar", () => {
    const section = {
      agent_handoff_rules: [rule({ allowed_context_fields: ["x.y", "items[].z", "g[][]"] })],
    };
    expect(outcomes(section, ["a.x", "a.items", "a.items[]", "a.g[]", "a.x[]"])).toEqual({
      "a.x": `not_allowed, null if ${countTokens('"x":{}')}`,
      "a.items": `not_allowed, null if ${countTokens('"items":[]')}`,
      "a.items[]": `not_allowed, null if ${countTokens("{}")}`,
      "a.g[]": `not_allowed, null if ${countTokens("[]")}`,
      "a.x[]": "not_allowed",
    });
  });

  it("passes no field of the sender with an empty list, and every field without one", () => {
    expect(outcomes({ agent_handoff_rules: [rule({ allowed_context_fields: [] })] }, ["a.x"])).toEqual({
      "a.x": "not_allowed",
    });
    expect(outcomes({ agent_handoff_rules: [rule({})] }, ["a.x", "a", "a[]"])).toEqual({
      "a.x": null,
      a: null,
      "a[]": null,
    });
  });

  it("prefers a block to an allowed field, and names the first step that removes a field", () => {
    const fields = { allowed_context_fields: ["x"], blocked_context_fields: ["y"] };
    expect(outcomes({ agent_handoff_rules: [rule(fields)] }, ["a.x.y", "a.z.y", "c.y"])).toEqual({
      "a.x.y": "blocked",
      "a.z.y": "not_allowed",
      "c.y": "mode",
    });
    expect(
      outcomes({ agent_handoff_rules: [rule({ ...fields, allowed_context_fields: ["y.z"] })] }, ["a.y"]),
    ).toEqual({
      "a.y": `not_allowed, blocked if ${countTokens('"y":{}')}`,
    });
  });

  it("drops an output that is not an object under strict enforcement with an allowed list, and blocks inside it in any case", () => {
    const fields = { allowed_context_fields: ["x"], blocked_context_fields: ["y"] };
    const strict = { agent_handoff_rules: [rule(fields)] };
    expect(outcomes(strict, ["a", "a[]", "a[].x", "a[].y"])).toEqual({
      a: `dropped, null if ${countTokens("{}")}`,
      "a[]": "dropped",
      "a[].x": "dropped",
      "a[].y": "blocked",
    });
    expect(outcomes({ ...strict, enforcement_level: "advisory" }, ["a", "a[]", "a[].x", "a[].y"])).toEqual({
      a: null,
      "a[]": null,
      "a[].x": null,
      "a[].y": "blocked",
    });
  });

  it("passes only identifiers of the input in mode minimal", () => {
    const section = {
      minimal_input_fields: ["id", "a.b"],
      agent_handoff_rules: [rule({ handoff_mode: "minimal", blocked_context_fields: ["ssn"] })],
    };
    const paths = [
      "original_input.id",
      "original_input.id.ssn",
      "original_input.id.x[].y",
      "original_input.a\\.b",
    ];
    const gone = [
      "a.id",
      "a",
      "observations[].id",
      "original_input.x",
      "original_input[].id",
      "memories.id",
      "memories[]",
    ];
    expect(outcomes(section, [...paths, ...gone, "original_input", "observations"])).toEqual({
      "original_input.id": null,
      "original_input.id.ssn": "blocked",
      "original_input.id.x[].y": null,
      "original_input.a\\.b": null,
      ...Object.fromEntries(gone.map((path) => [path, "mode"])),
      original_input: `mode, null if ${countTokens("{}")}`,
      observations: `mode, null if ${countTokens("[]")}`,
    });
  });

  it("matches blocked paths from the top: elements of other parts are tops, elements of an output or the input are not", () => {
    const section = {
      blocked_context_fields: ["x[].y", "*[]", "q"],
      agent_handoff_rules: [rule({ handoff_mode: "full" })],
    };
    expect(
      outcomes(section, [
        "a.x[].y",
        "a.z[]",
        "a.z",
        "a[].x.y",
        "a[].x[].y",
        "a[].q",
        "observations[][].x[]",
        "observations[].x[]",
        "original_input[].x[].y",
      ]),
    ).toEqual({
      "a.x[].y": "blocked",
      "a.z[]": "blocked",
      "a.z": null,
      "a[].x.y": null,
      "a[].x[].y": null,
      "a[].q": "blocked",
      "observations[][].x[]": null,
      "observations[].x[]": "blocked",
      "original_input[].x[].y": null,
    });
  });

  it("removes from every output the fields blocked by its agent's rule for the receiver", () => {
    const section = {
      default_handoff_mode: "full",
      agent_handoff_rules: [
        { from_agent_id: "c", to_agent_id: "b", blocked_context_fields: ["secret"] },
        { from_agent_id: "c", to_agent_id: "d", blocked_context_fields: ["other"] },
      ],
    };
    expect(outcomes(section, ["a.secret", "c.secret", "c.other", "observations[].secret"])).toEqual({
      "a.secret": null,
      "c.secret": "blocked",
      "c.other": null,
      "observations[].secret": null,
    });
  });

  it("treats a root that is not a known agent as a context part", () => {
    const section = { agent_handoff_rules: [rule({ allowed_context_fields: ["x"] })] };
    expect(
      outcomes(section, ["a.x", "plans[].x", "c.x", "observations[].x"], ["a", "c", "observations"]),
    ).toEqual({
      "a.x": null,
      "plans[].x": null,
      "c.x": "mode",
      "observations[].x": null,
    });
    expect(outcomes(section, ["plans[].x"])).toEqual({ "plans[].x": "mode" });
  });

  it("uses the rules in force at the given time", () => {
    const policy = compile({
      multi_agent_handoffs: {
        default_handoff_mode: "full",
        agent_handoff_rules: [rule({ handoff_mode: "minimal", expires_at: "2026-01-02T00:00:00Z" })],
      },
    });
    expect(scopeOutline(policy, { from: "a", to: "b", now: NOW - 1 }).outcomeOf("a.x").cause).toBe("mode");
    expect(scopeOutline(policy, { from: "a", to: "b", now: NOW }).outcomeOf("a.x").cause).toBeNull();
    expect(scopeOutline(policy, { from: "a", to: "b", now: NOW }).terms.mode).toBe("full");
  });
});

describe("causeOf", () => {
  it.each([
    ["passes", { cause: null, empty: null, emptyCause: null }, { path: "a.x", tokens: 9 }, null],
    [
      "is removed",
      { cause: "blocked", empty: null, emptyCause: null },
      { path: "a.x", tokens: 9 },
      "blocked",
    ],
    [
      "is as large as the empty container",
      { cause: "not_allowed", empty: '"x":{}', emptyCause: null },
      { path: "a.x", tokens: 3 },
      null,
    ],
    [
      "is larger than the empty container",
      { cause: "not_allowed", empty: '"x":{}', emptyCause: null },
      { path: "a.x", tokens: 6 },
      "not_allowed",
    ],
    [
      "may be several empty containers",
      { cause: "not_allowed", empty: '"x":{}', emptyCause: "blocked" },
      { path: "a[].x", tokens: 6 },
      "blocked",
    ],
    [
      "cannot be empty containers alone",
      { cause: "not_allowed", empty: '"x":{}', emptyCause: null },
      { path: "a[].x", tokens: 7 },
      "not_allowed",
    ],
  ] as const)("returns the cause for a leaf that %s", (_, outcome, entry, cause) => {
    expect(causeOf(outcome, entry)).toBe(cause);
  });
});

describe("scopeOutline compared with scopeContext", () => {
  const VECTORS = new URL("../../conformance/scoping/", import.meta.url);

  it.each(readdirSync(VECTORS))(
    "agrees on every leaf of the vectors %s",
    (name) => {
      const policy = compile(JSON.parse(readFileSync(new URL(`${name}/policy.json`, VECTORS), "utf8")));
      const cases = readFileSync(new URL(`${name}/cases.jsonl`, VECTORS), "utf8")
        .trimEnd()
        .split("\n");
      const results = cases.map((line) => disagreements(policy, JSON.parse(line)));
      expect(results.flatMap(({ different }) => different)).toEqual([]);
      expect(results.reduce((sum, { reported }) => sum + reported, 0)).toBeGreaterThan(1_000);
    },
    60_000,
  );
});
