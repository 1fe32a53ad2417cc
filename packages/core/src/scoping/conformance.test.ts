import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parsePolicy } from "../policy/parse-policy";
import { compilePolicy } from "./compile-policy";
import { scopeContext } from "./scope-context";

const VECTORS = new URL("../../conformance/scoping/", import.meta.url);

/** Results of an independent implementation of the same rules: every policy with all its cases. */
describe("scopeContext and the conformance vectors", () => {
  const names = readdirSync(VECTORS);

  it.each(
    names.flatMap((name) => [
      { name, isParsedJson: false },
      { name, isParsedJson: true },
    ]),
  )(
    "agree on every case of $name, with isParsedJson: $isParsedJson",
    { timeout: 60_000 },
    ({ name, isParsedJson }) => {
      const policy = readPolicy(name);
      const expected = readLines(`${name}/expected.jsonl`);
      const given = readLines(`${name}/cases.jsonl`).map((handoff) => {
        const pure = { sessionId: "vectors", now: 0, newId: () => "id", isParsedJson };
        const { scoped, event } = scopeContext(policy, { ...handoff, ...pure });
        const { metadata, translation_applied, ...parts } = {
          metadata: null,
          translation_applied: null,
          ...scoped,
        };
        return { scoped: parts, rule_id: event?.governance_rule_id };
      });
      expect(given.length).toBe(expected.length);
      // Compared as text, which includes `__proto__` and the order of keys: that of the input.
      const differing = given.findIndex(
        (one, index) => JSON.stringify(one) !== JSON.stringify(expected[index]),
      );
      if (differing >= 0) expect(given[differing], `case ${differing}`).toEqual(expected[differing]);
      expect(differing).toBe(-1);
    },
  );

  it("cover 1,760 cases", () => {
    expect(names.reduce((sum, name) => sum + readLines(`${name}/cases.jsonl`).length, 0)).toBe(1_760);
  });
});

function readPolicy(name: string) {
  const parsed = parsePolicy(JSON.parse(read(`${name}/policy.json`)));
  if (!parsed.ok) throw new Error(`${name} is refused: ${JSON.stringify(parsed.findings)}`);
  return compilePolicy(parsed);
}

function readLines(path: string) {
  return read(path)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

function read(path: string): string {
  return readFileSync(new URL(path, VECTORS), "utf8");
}
