import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { disagreements } from "../../test/outline-disagreements";
import { compileBlockedPatterns } from "../scoping/blocked-fields";
import { type CompiledPolicy, compilePolicy } from "../scoping/compile-policy";
import { parsePolicy } from "./parse-policy";
import { scopeOutline } from "./scope-outline";

function compile(document: unknown): CompiledPolicy {
  const parsed = parsePolicy(document);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return compilePolicy(parsed);
}

describe("scopeOutline compared with scopeContext", () => {
  const key = fc.constantFrom("x", "y", "items", "ssn", "SSN");
  const pattern = fc.stringMatching(/^(x|y|items|ssn|\*)(\[\])?(\.(x|y|ssn|\*)(\[\])?){0,2}$/);
  const patterns = fc.array(pattern, { maxLength: 3 });
  const value = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "medium", maxDepth: 3 },
      fc.constantFrom(1, "some text", true),
      tie("object"),
      tie("array"),
    ),
    object: fc.dictionary(key, tie("tree"), { maxKeys: 4 }),
    array: fc.array(tie("tree"), { maxLength: 3 }),
  }));
  const agent = fc.constantFrom("a", "b", "c");
  const handoff = fc.record({
    from: agent,
    to: agent,
    context: fc.record({
      prior_outputs: fc.dictionary(agent, value.tree),
      observations: fc.array(value.tree, { maxLength: 3 }),
      original_input: value.tree,
      memories: value.tree,
    }),
  });
  const policy = fc
    .record({
      enforcement_level: fc.constantFrom("strict", "advisory"),
      default_handoff_mode: fc.constantFrom("full", "scoped", "minimal"),
      minimal_input_fields: fc.constant(["x", "ssn"]),
      blocked_context_fields: patterns,
      agent_handoff_rules: fc.array(
        fc.record({
          from_agent_id: fc.constantFrom("a", "b", "*"),
          to_agent_id: fc.constantFrom("a", "b", "*"),
          handoff_mode: fc.constantFrom("full", "scoped", "minimal"),
          allowed_context_fields: fc.option(patterns),
          blocked_context_fields: patterns,
          conversation_translation: fc.option(
            fc.record({ enabled: fc.boolean(), extract_fields: patterns, filter_enabled: fc.boolean() }),
          ),
        }),
        { maxLength: 6 },
      ),
    })
    .map((section) => ({ multi_agent_handoffs: section }));

  const compare = (check: typeof scopeOutline, numRuns = 500) =>
    fc.assert(
      fc.property(
        policy,
        handoff,
        (document, one) => disagreements(compile(document), one, check).different.length === 0,
      ),
      { numRuns, endOnFailure: true },
    );

  it("agrees on the outlines of 500 random contexts", () => compare(scopeOutline), 60_000);

  it.each<[string, typeof scopeOutline]>([
    [
      "ignores the policy's own blocks",
      (compiled, one) =>
        scopeOutline(
          {
            ...compiled,
            blocked: compileBlockedPatterns([]),
          },
          one,
        ),
    ],
    ["checks another pair", (compiled, one) => scopeOutline(compiled, { ...one, to: "nobody" })],
    [
      "treats advisory as strict",
      (compiled, one) => scopeOutline({ ...compiled, enforcementLevel: "strict" }, one),
    ],
    [
      "ignores extraction",
      (compiled, one) => {
        const { index } = compiled;
        const policy = index && { ...index.policy, enable_conversation_translation: false };
        return scopeOutline({ ...compiled, index: index && policy && { ...index, policy } }, one);
      },
    ],
    [
      "does not enter arrays",
      (compiled, one) => {
        const scope = scopeOutline(compiled, one);
        return { ...scope, outcomeOf: (path) => scope.outcomeOf(path.replaceAll("[]", "")) };
      },
    ],
  ])(
    "is caught by this comparison if it %s (negative control)",
    (_, broken) => {
      // Stops at the first difference, which takes long to find if the error is rare.
      expect(() => compare(broken, 20_000)).toThrow("Property failed");
    },
    60_000,
  );
});
