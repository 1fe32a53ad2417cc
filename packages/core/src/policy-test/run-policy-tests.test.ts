import { describe, expect, it } from "vitest";
import { diffPolicies } from "../policy/diff-policies";
import { lintPolicy } from "../policy/lint-policy";
import { parsePolicy } from "../policy/parse-policy";
import { runPolicyTests } from "./run-policy-tests";

const RULES = [
  {
    rule_id: "a_to_b",
    from_agent_id: "a",
    to_agent_id: "b",
    handoff_mode: "scoped",
    blocked_context_fields: ["notes", "items[].price"],
  },
];
const CONTENT_RULES = [{ rule_id: "no_ids", detector: "pattern", pattern: "CUST-[0-9]+", action: "redact" }];
const CONTEXT = { prior_outputs: { a: { notes: "x", items: [{ name: "n", price: 3 }], sum: 3 } } };

function parse(policy_tests: readonly unknown[], more: object = {}) {
  return parsePolicy({
    multi_agent_handoffs: { agent_handoff_rules: RULES, content_rules: CONTENT_RULES, policy_tests, ...more },
  });
}

async function run(test: object, more: object = {}) {
  const parsed = parse([{ name: "t", from: "a", to: "b", ...test }], more);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  const [result] = await runPolicyTests(parsed, { now: 0 });
  return result;
}

describe("runPolicyTests", () => {
  it.each([
    [
      {
        absent: ["a.notes", "a.items[].price"],
        present: ["a.sum", "a.items[].name", "a.items"],
        mode: "scoped",
      },
      [],
    ],
    [{ absent: ["a.sum", "*.items[].name"] }, ["`a.sum` passes", "`*.items[].name` passes"]],
    [{ present: ["a.notes"], mode: "full" }, ["`a.notes` does not pass", "the mode is scoped, not full"]],
    [{ absent: ["a.nots"] }, ["`a.nots` is not in the input of the test"]],
    [{ refused: true }, ["no content rule refuses it"]],
  ])("compares a handoff with %j", async (expected, failures) => {
    const result = await run({ context: CONTEXT, expect: expected });
    expect(result).toEqual({ name: "t", passes: failures.length === 0, failures, ruleId: "a_to_b" });
  });

  it("searches texts and messages after content rules", async () => {
    const text = "Order of CUST-77 is late";
    const expected = { absent: ["CUST-77"], present: ["is late"], refused: false };
    expect(await run({ text, expect: expected })).toMatchObject({ failures: [] });
    const messages = [{ role: "assistant", name: "a", content: text }];
    expect(await run({ messages, expect: expected })).toMatchObject({ failures: [] });
    const more = { content_rules: [{ ...CONTENT_RULES[0], action: "block" }] };
    const refused = await run({ text, expect: { ...expected, present: [] } }, more);
    expect(refused?.failures).toEqual([expect.stringContaining("a content rule refuses it: ")]);
  });

  it("tests a policy that is switched off as if it were enforced, without its expired rules", async () => {
    const test = { name: "t", from: "a", to: "b", context: CONTEXT, expect: { absent: ["a.notes"] } };
    const rules = [{ ...RULES[0], expires_at: "2026-01-01T00:00:00Z" }];
    const section = { agent_handoff_rules: rules, default_handoff_mode: "full", policy_tests: [test] };
    const parsed = parsePolicy({ multi_agent_handoffs: section }, { enabled: false, observe: false });
    if (!parsed.ok) throw new Error("the policy is valid");
    const passes = async (now: number) => (await runPolicyTests(parsed, { now }))[0]?.passes;
    expect(await passes(Date.UTC(2025, 11, 31))).toBe(true);
    expect(await passes(Date.UTC(2026, 0, 1))).toBe(false);
  });
});

describe("policy_tests", () => {
  it.each([
    [{ text: "x", expect: {} }, "expects nothing"],
    [{ expect: { mode: "full" } }, "needs one of"],
    [{ text: "x", context: CONTEXT, expect: { mode: "full" } }, "needs one of"],
    [{ context: CONTEXT, expect: { absent: ["a["] } }, "is not a valid field pattern"],
    [{ from: "*", text: "x", expect: { mode: "full" } }, "any agent"],
  ])("rejects %j", (test, message) => {
    const parsed = parse([{ name: "t", from: "a", to: "b", ...test }]);
    expect(parsed.ok ? "" : JSON.stringify(parsed.findings)).toContain(message);
  });

  it("are part of the version, the diff and lint, and change no handoff", () => {
    const test = (name: string, sum = "a.sum") => ({
      name,
      from: "a",
      to: "b",
      context: CONTEXT,
      expect: { present: [sum] },
    });
    const [before, after] = [
      parse([test("kept"), test("gone"), test("new", "a.notes")]),
      parse([test("kept"), test("new"), test("new")]),
    ];
    if (!before.ok || !after.ok) throw new Error("the policies are valid");
    expect(before.version).not.toBe(after.version);
    const diff = diffPolicies(before.policy, after.policy, { now: 0 });
    expect(diff).toMatchObject({
      isStricterOnly: true,
      settings: [],
      headline: "changes no field that passes",
    });
    expect(diff.tests).toEqual([
      { name: "new", kind: "changed" },
      { name: "gone", kind: "removed" },
    ]);
    const found = lintPolicy(after.policy, { now: 0 }).filter(({ path }) => path.includes("policy_tests"));
    expect(found.map(({ code }) => code)).toEqual(["duplicate_policy_test"]);
  });
});
