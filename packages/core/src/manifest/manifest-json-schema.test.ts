import Ajv from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HANDOFF, IMPLEMENTATION, PLAN, RESEARCH } from "../../test/manifest";
import { HandoffManifest } from "./manifest";
import { manifestJsonSchema } from "./manifest-json-schema";

const VALID = [RESEARCH, PLAN, IMPLEMENTATION, HANDOFF];

// The pattern repeats `format`, which the validator ignores without a plugin.
const validate = new Ajv({ formats: { "date-time": true } }).compile(manifestJsonSchema());

const verdicts = (document: unknown) => ({
  zod: HandoffManifest.safeParse(document).success,
  jsonSchema: validate(document),
});
const ACCEPTED = { zod: true, jsonSchema: true };
const REFUSED = { zod: false, jsonSchema: false };

const letters = (count: number) => "a".repeat(count);
const ofTwoUnits = (count: number) => "𝄞".repeat(count);
const decisions = (count: number) => Array.from({ length: count }, () => ({ decision: "d", rationale: "r" }));
const files = (count: number) => Array.from({ length: count }, () => ({ file: "f", description: "d" }));

describe("the published schema", () => {
  it("equals the code's schema; after a change, update it with `npx vitest -u`", async () => {
    const published = `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`;
    await expect(published).toMatchFileSnapshot("../../../../docs/schemas/handoff-manifest.schema.json");
  });

  it.each(VALID.map((document) => [document.artifact_type, document]))(
    "accepts a valid %s",
    (_, document) => {
      expect(verdicts(document)).toEqual(ACCEPTED);
    },
  );

  it.each<[string, object]>([
    ["a scope of 100 letters", { scope: letters(100) }],
    ["a scope of 100 letters outside the basic plane", { scope: ofTwoUnits(100) }],
    ["a scope of 100 lone surrogates", { scope: "\ud834".repeat(100) }],
    ["five decisions in a plan", { key_decisions: decisions(5) }],
    ["three files of required reading", { required_reading: files(3) }],
    ["an unknown agent", { from_agent: "0.a_B-c" }],
    ["an agent's id of 128 characters", { from_agent: letters(128) }],
    ["a time with an offset and a fraction", { timestamp: "2024-02-29T23:59:59.123456-23:59" }],
    ["unknown keys", { next: { deep: [1] }, "": null }],
    ["an unknown key in a summary", { summary: { mood: 1 } }],
    ["empty lists and texts", { scope: "", to_agents: [], detail_files: [""], artifacts_directory: "" }],
    ["a budget without numbers", { context_budget: {} }],
  ])("accepts %s", (_, change) => {
    expect(verdicts({ ...PLAN, ...change })).toEqual(ACCEPTED);
  });

  it.each<[string, object]>([
    ["a scope of 101 letters", { scope: letters(101) }],
    ["a scope of 101 letters outside the basic plane", { scope: ofTwoUnits(101) }],
    ["a decision of 101 letters", { key_decisions: [{ decision: letters(101), rationale: "" }] }],
    ["a rationale of 201 letters", { key_decisions: [{ decision: "", rationale: letters(201) }] }],
    ["six decisions", { key_decisions: decisions(6) }],
    ["a decision without a rationale", { key_decisions: [{ decision: "d" }] }],
    ["four files of required reading", { required_reading: files(4) }],
    ["a file without a description", { optional_context: [{ file: "f" }] }],
    ["a path instead of a file reference", { required_reading: ["f"] }],
    ["an agent's id with a space", { from_agent: "a b" }],
    ["an agent's id that begins with a dot", { from_agent: ".." }],
    ["an agent's id that ends in a line break", { from_agent: "a\n" }],
    ["an agent's id of 129 characters", { from_agent: letters(129) }],
    ["no agent", { from_agent: undefined }],
    ["an unknown type", { artifact_type: "review" }],
    ["no type", { artifact_type: undefined }],
    ["no time", { timestamp: undefined }],
    ["a time without a zone", { timestamp: "2026-01-05T10:30:00" }],
    ["a time without seconds", { timestamp: "2026-01-05T10:30Z" }],
    ["a day that does not exist", { timestamp: "2025-02-29T10:30:00Z" }],
    ["no summary", { summary: undefined }],
    ["a summary that is text", { summary: "done" }],
    ["a strategy that is a list", { summary: { strategy: ["a"] } }],
    ["a budget of half a token", { context_budget: { manifest_tokens: 0.5 } }],
    ["a negative budget", { context_budget: { manifest_tokens: -1 } }],
    ["a budget that is null", { context_budget: null }],
    ["agents that are not a list", { to_agents: "a" }],
    ["no folder", { artifacts_directory: undefined }],
  ])("rejects %s", (_, change) => {
    expect(verdicts(JSON.parse(JSON.stringify({ ...PLAN, ...change })))).toEqual(REFUSED);
  });

  it.each<[string, object, object]>([
    ["six insights", RESEARCH, { key_insights: Array(6).fill("i") }],
    ["six constraints", RESEARCH, { constraints: Array(6).fill("c") }],
    ["four risks", RESEARCH, { risks: Array(4).fill("r") }],
    ["an insight that is a number", RESEARCH, { key_insights: [1] }],
    ["six key files", IMPLEMENTATION, { key_files: Array(6).fill("f") }],
    ["half a line", IMPLEMENTATION, { total_lines: 0.5 }],
  ])("rejects a summary with %s", (_, document, summary) => {
    expect(verdicts({ ...document, summary })).toEqual(REFUSED);
  });

  it("allows fewer decisions for an implementation", () => {
    expect(verdicts({ ...IMPLEMENTATION, key_decisions: decisions(3) })).toEqual(ACCEPTED);
    expect(verdicts({ ...IMPLEMENTATION, key_decisions: decisions(4) })).toEqual(REFUSED);
  });

  it.each([null, 1, "text", [], [RESEARCH], {}, true])("rejects %j", (document) => {
    expect(verdicts(document)).toEqual(REFUSED);
  });

  it("agrees with zod on randomly changed documents", () => {
    const tally = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...VALID),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        (document, steps) => {
          const mutant = steps.reduce(
            (value, step) => mutate(value, step),
            JSON.parse(JSON.stringify(document)),
          );
          const verdict = verdicts(mutant);
          expect(verdict.zod).toBe(verdict.jsonSchema);
          tally[verdict.zod ? "accepted" : "refused"] += 1;
        },
      ),
      { numRuns: 6_000 },
    );
    expect(Math.min(tally.accepted, tally.refused)).toBeGreaterThan(500);
  }, 60_000);
});

interface Mutation {
  /** Selects a position in the document, as a share of their number. */
  place: number;
  kind: "replace" | "remove" | "add" | "repeat";
  key: string;
  value: unknown;
}

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.nat(210).map(letters),
  fc.nat(210).map(ofTwoUnits),
  fc.constantFrom("research", "plan", "implementation", "handoff", "2026-01-05T10:30:00Z"),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);
const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  kind: fc.constantFrom("replace", "remove", "add", "repeat"),
  key: fc.oneof(text, fc.constantFrom(...Object.keys(PLAN), "key_insights", "strategy", "__proto__")),
  value: fc.oneof({ depthSize: "small" }, text, fc.jsonValue(), fc.constantFrom({}, [], 0, 1e300, -1, null)),
});

function mutate(document: unknown, { place, kind, key, value }: Mutation): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(document));
  const places = listPlaces(copy);
  const chosen = places[Math.floor(place * places.length)];
  if (!chosen) return value;
  const { container, at } = chosen;
  if (kind === "add" && !Array.isArray(container)) define(container, key, value);
  else if (kind === "repeat" && Array.isArray(container)) container.push(...container.slice(0, 4));
  else if (kind === "remove") Reflect.deleteProperty(container, at);
  else define(container, at, value);
  return JSON.parse(JSON.stringify(copy));
}

/** As `JSON.parse` does it: `__proto__` is a key like any other. */
function define(container: object, key: string, value: unknown): void {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}

function listPlaces(value: unknown): { container: object; at: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([at, inner]) => [{ container: value, at }, ...listPlaces(inner)]);
}
