import { describe, expect, it } from "vitest";
import { readContextVectors } from "../../test/vectors";
import { parsePolicy } from "../policy/parse-policy";
import { compilePolicy } from "./compile-policy";
import { scopeContext } from "./scope-context";

const VECTORS = readContextVectors();
const FOLDERS = [...new Set(VECTORS.map(({ folder }) => folder))];

/** Results of an independent implementation of the same rules: every policy with all its cases. */
describe("scopeContext and the conformance vectors", () => {
  it.each(
    FOLDERS.flatMap((name) => [
      { name, isParsedJson: false },
      { name, isParsedJson: true },
    ]),
  )(
    "agree on every case of $name, with isParsedJson: $isParsedJson",
    { timeout: 60_000 },
    ({ name, isParsedJson }) => {
      const vectors = VECTORS.filter(({ folder }) => folder === name);
      const policy = compileDocument(vectors[0]?.policy);
      const given = vectors.map(({ from, to, context }) => {
        const pure = { sessionId: "vectors", now: 0, newId: () => "id", isParsedJson };
        const { scoped, event } = scopeContext(policy, { from, to, context, ...pure });
        const { metadata, translation_applied, ...parts } = {
          metadata: null,
          translation_applied: null,
          ...scoped,
        };
        return { scoped: parts, rule_id: event?.governance_rule_id };
      });
      // Compared as text, which includes `__proto__` and the order of keys: that of the input.
      const differing = given.findIndex(
        (one, index) => JSON.stringify(one) !== JSON.stringify(vectors[index]?.expected),
      );
      if (differing >= 0) expect(given[differing], `case ${differing}`).toEqual(vectors[differing]?.expected);
      expect(differing).toBe(-1);
    },
  );

  it("cover 1,760 cases", () => {
    expect(VECTORS).toHaveLength(1_760);
  });
});

function compileDocument(document: unknown) {
  const parsed = parsePolicy(document);
  if (!parsed.ok) throw new Error(`The policy is refused: ${JSON.stringify(parsed.findings)}`);
  return compilePolicy(parsed);
}
