import { type Policy, parsePolicy } from "@baton/core";
import { diffPolicies, lintPolicy } from "@baton/core/policy";
import { sizeOfRun } from "@baton/core/test/soak";
import fc from "fast-check";
import { expect, it } from "vitest";
import { describeBulkFix, fixAll } from "./fix-all";

const NOW = Date.parse("2026-11-22T00:00:00Z");
const agents = ["a", "b", "c"];
const agent = fc.constantFrom(...agents, "*");
const fields = fc.uniqueArray(fc.constantFrom("x", "x.y", "notes", "unseen", "z[]"), { maxLength: 4 });

const rule = fc.record(
  {
    rule_id: fc.constantFrom("one", "two", "three"),
    from_agent_id: agent,
    to_agent_id: agent,
    handoff_mode: fc.constantFrom("scoped", "full", "minimal"),
    allowed_context_fields: fields,
    blocked_context_fields: fields,
    expires_at: fc.constantFrom("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
    state: fc.constantFrom("enforce", "observe"),
    conversation_translation: fc.record({ enabled: fc.boolean(), extract_fields: fields }),
  },
  { requiredKeys: ["rule_id", "from_agent_id", "to_agent_id"] },
);

/** Kinds with findings that only a person can decide. */
const PARTLY_FIXED = ["extracts_blocked", "unseen_field"];

const section = fc.record({
  agent_handoff_rules: fc.array(rule, { minLength: 1, maxLength: 7 }),
  blocked_context_fields: fields,
  enable_conversation_translation: fc.boolean(),
});

function read(document: object) {
  const parsed = parsePolicy({ multi_agent_handoffs: document });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return parsed.policy;
}

const lint = (policy: Policy) =>
  lintPolicy(policy, { now: NOW, seenAgents: agents, seenFields: ["a.x.y", "b.notes"] });

/** Pairs of known and other agents, with fields that the rules name and others. */
const pairs = [...agents, "other"].flatMap((from) =>
  [...agents, "further"].map((to) => ({
    from,
    to,
    paths: ["a.x.y", "b.notes", `${from}.z[]`, `${from}.new`],
  })),
);

it("fixAll removes the findings of a kind, and lets nothing more through", () => {
  const fixedCodes = new Set<string>();
  fc.assert(
    fc.property(section, (written) => {
      const policy = read(written);
      for (const code of new Set(lint(policy).map((finding) => finding.code))) {
        let [changed, last]: [Record<string, unknown>, number] = [written, 0];
        // A block that a rule inherits may be missing in a more specific one: there are four ranks of rules.
        for (let round = 0; round < 4; round += 1) {
          const draft = read(changed);
          const found = lint(draft).filter((finding) => finding.code === code);
          const context = { now: NOW, agents, outputFields: [], names: [] };
          const result = fixAll(found, { policy: draft, section: changed }, context);
          [changed, last] = [result.section, result.fixed];
          if (last === 0) break;
          fixedCodes.add(code);
        }
        expect([code, last]).toEqual([code, 0]);
        const { pairs: changes } = diffPolicies(policy, read(changed), { now: NOW, pairs });
        expect([code, changes.flatMap(({ newlyLetThrough }) => newlyLetThrough)]).toEqual([code, []]);
        const isAlwaysFixed = describeBulkFix(code) !== null && !PARTLY_FIXED.includes(code);
        if (isAlwaysFixed) expect(lint(read(changed)).map((finding) => finding.code)).not.toContain(code);
      }
    }),
    { numRuns: sizeOfRun({ suite: 25, soak: 3_000 }) },
  );
  expect([...fixedCodes].sort()).toEqual(
    expect.arrayContaining(["block_not_inherited", "shadowed_rule", "unseen_field"]),
  );
});
