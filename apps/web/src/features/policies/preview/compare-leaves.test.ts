import { expect, it } from "vitest";
import { readContent } from "../draft/draft-content";
import { previewContent } from "../worker/preview";
import { compareLeaves, MAX_LEAVES } from "./compare-leaves";

const document = JSON.stringify({
  multi_agent_handoffs: {
    blocked_context_fields: ["ssn"],
    agent_handoff_rules: [
      {
        rule_id: "one",
        from_agent_id: "a",
        to_agent_id: "b",
        allowed_context_fields: ["score", "items[].name"],
      },
    ],
  },
});
const CONTEXT = {
  prior_outputs: {
    a: { score: 1, "odd.key": 2, items: [{ name: "x", ssn: "1" }, { name: "y" }] },
    c: { score: 2 },
  },
  observations: [{ ssn: "1", seen: true }],
  original_input: null,
};

it("compareLeaves returns each leaf with its result and the step that changed it", async () => {
  const content = { document, policySwitch: { enabled: true, observe: false } };
  expect(readContent(content).ok).toBe(true);
  const shown = await previewContent({
    kind: "preview-content",
    content,
    from: "a",
    to: "b",
    context: JSON.stringify(CONTEXT),
    now: 0,
  });
  if (!shown.ok) throw new Error(shown.finding.message);
  const { rows } = compareLeaves(CONTEXT, shown.scoped, shown.outline);
  expect(rows.map(({ path, after, outcome }) => [path, after, outcome])).toEqual([
    ["a.score", "1", "passed"],
    ["a.odd.key", null, "not_allowed"],
    ["a.items[0].name", '"x"', "passed"],
    ["a.items[0].ssn", null, "not_allowed"],
    ["a.items[1].name", '"y"', "passed"],
    ["c.score", null, "mode"],
    ["observations[0].ssn", null, "blocked"],
    ["observations[0].seen", "true", "passed"],
  ]);
});

it("compareLeaves stops at a limit, and supports any depth", () => {
  const wide = { observations: Array.from({ length: MAX_LEAVES + 5 }, (_, index) => index) };
  expect(compareLeaves(wide, wide, [])).toMatchObject({ isCut: true });
  let deep: unknown = 1;
  for (let level = 0; level < 20_000; level += 1) deep = { deep };
  expect(compareLeaves({ prior_outputs: { a: deep } }, {}, []).rows).toHaveLength(1);
});
