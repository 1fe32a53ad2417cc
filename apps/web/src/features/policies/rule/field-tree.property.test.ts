import { ENFORCED, importPolicy } from "@baton/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  chooseField,
  type FieldNode,
  findOutcomes,
  growFieldTree,
  readChoice,
  whyNotDropped,
} from "./field-tree";

/** A tree of fields as paths; every key occurs once, because a blocked name is blocked at any depth. */
const paths = fc
  .array(fc.tuple(fc.nat(20), fc.boolean(), fc.constantFrom("k", "odd.k", "odd*", "odd[")), {
    minLength: 1,
    maxLength: 14,
  })
  .map((made) => {
    const all: string[] = [];
    const containers = new Set<string>();
    for (const [index, [above, isList, name]] of made.entries()) {
      const key = `${name}${index}`.replace(/[.*[\\]/g, "\\$&");
      const parent = above < all.length ? all[above] : undefined;
      if (parent !== undefined) containers.add(parent);
      all.push((parent === undefined ? "" : `${parent}.`) + key + (isList ? "[]" : ""));
    }
    return all.filter((path) => !containers.has(path));
  });

function read(rule: object) {
  const document = JSON.stringify({ multi_agent_handoffs: { agent_handoff_rules: [rule] } });
  const imported = importPolicy(document, ENFORCED);
  if (!imported.ok) throw new Error(JSON.stringify(imported.findings));
  const [first] = imported.policy.agent_handoff_rules;
  if (!first) throw new Error("the policy has a rule");
  return { policy: imported.policy, rule: first };
}

const listNodes = (nodes: readonly FieldNode[]): FieldNode[] =>
  nodes.flatMap((node) => [node, ...listNodes(node.children)]);

const choices = fc.array(
  fc.tuple(fc.nat(40), fc.constantFrom("pass" as const, "drop" as const, "block" as const)),
  { maxLength: 8 },
);

it("chooseField gives a field and all below it the chosen outcome, and leaves the others as they were", () => {
  fc.assert(
    fc.property(
      paths,
      choices,
      fc.constantFrom("scoped", "full"),
      fc.boolean(),
      (fields, made, mode, isListed) => {
        const seen = fields.map((rest, index) => ({ path: `sender.${rest}`, handoffs: 20 - index }));
        const tree = growFieldTree(seen, "sender");
        const nodes = listNodes(tree);
        let rule: object = {
          rule_id: "r",
          from_agent_id: "sender",
          to_agent_id: "receiver",
          handoff_mode: mode,
          ...(isListed && mode === "scoped" && { allowed_context_fields: [] }),
        };
        const outcomesOf = () =>
          findOutcomes(
            read(rule).policy,
            { from: "sender", to: "receiver" },
            seen.map(({ path }) => path),
            0,
          );
        for (const [index, choice] of made) {
          const node = nodes[index % nodes.length];
          const own = read(rule).rule;
          if (!node || (choice === "drop" && whyNotDropped(own) !== null)) continue;
          const before = outcomesOf();
          rule = { ...rule, ...chooseField(own, tree, node, choice) };
          const after = outcomesOf();
          expect(readChoice(node, after)).toBe(choice);
          for (const { path } of seen)
            if (!node.leaves.includes(path))
              expect([path, after.get(path)]).toEqual([path, before.get(path)]);
        }
      },
    ),
    { numRuns: 100 },
  );
});

it("growFieldTree nests the sender's fields, with the most handoffs of what a container holds", () => {
  const tree = growFieldTree(
    [
      { path: "fraud.score", handoffs: 90 },
      { path: "fraud.parts[].price", handoffs: 40 },
      { path: "fraud.parts[].name", handoffs: 60 },
      { path: "other.score", handoffs: 99 },
      { path: "observations[].text", handoffs: 99 },
    ],
    "fraud",
  );
  expect(listNodes(tree).map(({ label, pattern, handoffs }) => [label, pattern, handoffs])).toEqual([
    ["score", "score", 90],
    ["parts[]", "parts", 60],
    ["name", "parts[].name", 60],
    ["price", "parts[].price", 40],
  ]);
});
