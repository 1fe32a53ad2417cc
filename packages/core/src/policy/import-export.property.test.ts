import fc from "fast-check";
import { expect, it } from "vitest";
import { sizeOfRun } from "../../test/soak";
import { exportPolicy, importPolicy } from "./import-export";

/** White space as found in real files. */
const SPACES = ["", " ", "\n", "\t", "  ", "\r\n", "\n\n  ", ""];

/** Text that is used verbatim. */
class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Writes JSON in unusual forms: any white space, unnecessary escapes, and numbers with redundant zeros. */
function write(value: unknown, choose: () => number): string {
  const space = () => SPACES[choose() % SPACES.length] ?? "";
  if (value instanceof Written) return value.text;
  if (Array.isArray(value)) {
    return `[${space()}${value.map((element: unknown) => write(element, choose)).join(`${space()},${space()}`)}${space()}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([key, member]) => `${write(key, choose)}${space()}:${space()}${write(member, choose)}`,
    );
    return `{${space()}${members.join(`${space()},${space()}`)}${space()}}`;
  }
  if (typeof value === "number" && choose() % 2 === 0) return `${value}.0`;
  if (typeof value === "string" && choose() % 3 === 0) {
    return `"${[...value].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;
  }
  return JSON.stringify(value);
}

const name = fc.stringMatching(/^[a-z_][a-z_0-9]{0,6}$/);
const foreign = fc.dictionary(
  name.filter((key) => key !== "policies"),
  fc.oneof(
    fc.integer({ min: 0, max: 1_000_000 }),
    name,
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.dictionary(name, fc.nat(9), { maxKeys: 2 }), { maxLength: 3 }),
  ),
  { maxKeys: 4 },
);
const rule = fc.record(
  {
    _note: name,
    rule_id: name,
    from_agent_id: name,
    to_agent_id: fc.constantFrom("*", "b"),
    blocked_context_fields: fc.array(name, { maxLength: 3 }),
    x_unknown: fc.nat(),
  },
  { requiredKeys: ["from_agent_id", "to_agent_id"] },
);
const section = fc.record(
  {
    _description: name,
    description: name,
    agent_handoff_rules: fc.uniqueArray(rule, { selector: (one) => one.rule_id, maxLength: 4 }),
    minimal_input_fields: fc.array(name, { maxLength: 3 }),
  },
  { requiredKeys: ["agent_handoff_rules"] },
);
const file = fc.record({
  section,
  before: foreign,
  after: foreign,
  around: foreign,
  isUnderPolicies: fc.boolean(),
  choices: fc.array(fc.nat(1_000), { minLength: 8, maxLength: 40 }),
});

type FileParts = typeof file extends fc.Arbitrary<infer Parts> ? Parts : never;

/** Writes a document that contains a policy: at the top or under `policies`, among other sections. */
function writeFile({ section: policy, before, after, around, isUnderPolicies, choices }: FileParts) {
  let turn = 0;
  const choose = () => choices[turn++ % choices.length] ?? 0;
  const policyText = write(policy, choose);
  const key = "multi_agent_handoffs";
  const held = { ...around, [key]: new Written(policyText) };
  const document = isUnderPolicies
    ? { ...before, policies: held, ...after }
    : { ...before, ...held, ...after };
  const text = `${write(document, choose)}\n`;
  const place = text.indexOf(policyText);
  return { text, head: text.slice(0, place), tail: text.slice(place + policyText.length) };
}

type Exporting = (text: string, section: Record<string, unknown>) => string;

const asBaton: Exporting = (text, policy) => {
  const exported = exportPolicy(text, policy);
  if (!exported.ok) throw new Error(JSON.stringify(exported.findings));
  return exported.text;
};

/**
 * Returns true if a file round-trips byte for byte, and if a changed policy leaves every byte around it
 * unchanged.
 */
function holdsFor(exporting: Exporting): void {
  fc.assert(
    fc.property(file, (made) => {
      const { text, head, tail } = writeFile(made);
      const imported = importPolicy(text);
      if (!imported.ok) throw new Error(JSON.stringify(imported.findings));
      expect(exporting(text, imported.section)).toBe(text);
      const changed = exporting(text, { ...imported.section, default_handoff_mode: "minimal" });
      expect(changed.startsWith(head)).toBe(true);
      expect(changed.endsWith(tail)).toBe(true);
      const again = importPolicy(changed);
      expect(again.ok && again.policy).toEqual(
        imported.ok && { ...imported.policy, default_handoff_mode: "minimal" },
      );
    }),
    { numRuns: sizeOfRun({ suite: 100, soak: 20_000 }) },
  );
}

it("exportPolicy keeps every byte of an unchanged file, and every byte around a change", () => {
  holdsFor(asBaton);
});

it("exportPolicy is caught if it rewrites the whole file (negative control)", () => {
  const anew: Exporting = (text, policy) => `${JSON.stringify(JSON.parse(asBaton(text, policy)), null, 2)}\n`;
  expect(() => holdsFor(anew)).toThrow();
});
