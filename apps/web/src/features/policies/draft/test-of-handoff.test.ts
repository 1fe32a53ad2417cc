import { compilePolicy, parsePolicy, scopeContext } from "@baton/core";
import { runPolicyTests } from "@baton/core/policy";
import { describe, expect, it } from "vitest";
import { readContent } from "./draft-content";
import { addTest, testOfHandoff } from "./test-of-handoff";

const SECTION = {
  blocked_context_fields: ["internal_notes"],
  agent_handoff_rules: [
    { rule_id: "r", from_agent_id: "a", to_agent_id: "b", allowed_context_fields: ["items[].name", "sum"] },
  ],
};
const CONTEXT = {
  prior_outputs: {
    a: {
      sum: 3,
      items: [
        { name: "Ada", price: 3 },
        { name: "Bob", price: 4 },
      ],
      "x.y": [[1]],
    },
    c: { internal_notes: "secret words", text: "t" },
  },
  observations: [{ agent_id: "a", seen: "x" }, { internal_notes: "secret words" }],
  original_input: { claim_id: "CLM-1", person: { name: "Ada" } },
};

function handOver() {
  const parsed = parsePolicy({ multi_agent_handoffs: SECTION });
  if (!parsed.ok) throw new Error("the policy is valid");
  const pure = { sessionId: "s", now: 0, newId: () => "e" };
  const { event } = scopeContext(compilePolicy(parsed), { from: "a", to: "b", context: CONTEXT, ...pure });
  if (!event) throw new Error("the handoff is audited");
  const occurredAt = new Date(Date.UTC(2026, 0, 2, 10, 30));
  return { from: "a", to: "b", mode: "scoped" as const, occurredAt, outline: event.outline ?? [] };
}

describe("testOfHandoff", () => {
  it("passes under the policy of the handoff, and copies no content", async () => {
    const test = testOfHandoff(handOver());
    expect(test?.name).toBe("a → b, 2026-01-02 10:30 UTC");
    expect(test?.expect).toMatchObject({
      present: expect.arrayContaining(["a.sum", "a.items[].name", "observations[].seen"]),
      absent: expect.arrayContaining([
        "a.items[].price",
        "a.x\\.y[][]",
        "c.internal_notes",
        "observations[].internal_notes",
      ]),
    });
    expect(JSON.stringify(test)).not.toMatch(/Ada|secret words|CLM-1/);
    const parsed = parsePolicy({ multi_agent_handoffs: { ...SECTION, policy_tests: [test] } });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
    expect(await runPolicyTests(parsed, { now: 0 })).toMatchObject([{ failures: [] }]);
  });

  it("fails when another policy lets a blocked field through", async () => {
    const looser = { ...SECTION, blocked_context_fields: [], default_handoff_mode: "full" };
    const rules = [{ rule_id: "r", from_agent_id: "a", to_agent_id: "b", handoff_mode: "full" }];
    const section = { ...looser, agent_handoff_rules: rules, policy_tests: [testOfHandoff(handOver())] };
    const parsed = parsePolicy({ multi_agent_handoffs: section });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
    const [result] = await runPolicyTests(parsed, { now: 0 });
    expect(result?.failures).toContain("`c.internal_notes` passes");
  });

  it("is added once, next to the tests that the draft has", () => {
    const document = JSON.stringify({ multi_agent_handoffs: SECTION });
    const read = readContent({ document, policySwitch: { enabled: true, observe: false } });
    if (!read.ok) throw new Error("the document is valid");
    const added = addTest(read.content, testOfHandoff(handOver()));
    expect(added?.section.policy_tests).toHaveLength(1);
    expect(added && addTest(added, testOfHandoff(handOver()))).toBeNull();
    expect(testOfHandoff({ ...handOver(), mode: null, outline: [] })).toBeNull();
  });
});
