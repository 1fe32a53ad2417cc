import Ajv from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DETECTOR_NAMES } from "../content/content-rule-names";
import { ContentRule } from "./content-rule";
import { contentRulesJsonSchema } from "./content-rules-json-schema";
import { policyVersion } from "./policy-version";
import { ENFORCED } from "./switch-setting";

const RULE = { rule_id: "no_secrets", detector: "secret", action: "redact" };
const validate = new Ajv().compile(contentRulesJsonSchema());

const verdicts = (rule: unknown) => ({
  zod: z.array(ContentRule).safeParse([rule]).success,
  jsonSchema: validate([rule]),
});

describe("a content rule", () => {
  it("applies to every pair of agents by default", () => {
    expect(ContentRule.parse(RULE)).toEqual({ ...RULE, from_agent_id: "*", to_agent_id: "*" });
  });

  it.each([
    ["a pattern", { detector: "pattern", pattern: "CUST-[0-9]{6}" }],
    ["a glob", { detector: "file_path", pattern: "**/.env*", action: "block" }],
    ["agents", { from_agent_id: "coder", to_agent_id: "*" }],
    ["a comment", { _why: "audit" }],
  ])("may have %s", (_, change) => {
    expect(verdicts({ ...RULE, ...change })).toEqual({ zod: true, jsonSchema: true });
  });

  it.each([
    ["an ID that JSON would escape", { rule_id: 'a"b' }],
    ["an ID of 101 characters", { rule_id: "a".repeat(101) }],
    ["an unknown detector", { detector: "dna" }],
    ["an unknown action", { action: "warn" }],
    ["no action", { action: undefined }],
    ["the name of a part as agent", { to_agent_id: "observations" }],
    ["a pattern with a detector that takes none", { pattern: "x" }],
    ["no pattern with a detector that needs one", { detector: "pattern" }],
    ["an empty glob", { detector: "file_path", pattern: "" }],
    ["a pattern of 1,001 characters", { detector: "pattern", pattern: "a".repeat(1_001) }],
  ])("may not have %s", (_, change) => {
    expect(verdicts(JSON.parse(JSON.stringify({ ...RULE, ...change })))).toEqual({
      zod: false,
      jsonSchema: false,
    });
  });

  it("is part of the version, but an empty list of them is not", () => {
    const version = (section: object) => policyVersion(section, ENFORCED);
    expect(version({ content_rules: [] })).toBe(version({}));
    expect(version({ content_rules: [RULE] })).not.toBe(version({}));
    expect(version({ content_rules: [{ ...RULE, _why: "audit" }] })).toBe(version({ content_rules: [RULE] }));
  });
});

describe("the published schema content-rules", () => {
  it("equals the code's schema; after a change, update it with `npx vitest -u`", async () => {
    const published = `${JSON.stringify(contentRulesJsonSchema(), null, 2)}\n`;
    await expect(published).toMatchFileSnapshot("../../../../docs/schemas/content-rules.schema.json");
  });

  it("accepts and rejects the same rules as the code", () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>(...DETECTOR_NAMES, "flag", "*", "", "observations", undefined),
      fc.jsonValue().filter((json) => json !== null),
    );
    const key = fc.constantFrom("rule_id", "from_agent_id", "detector", "pattern", "action", "description");
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 2 }), (changes) => {
        const rule: unknown = JSON.parse(JSON.stringify({ ...RULE, ...Object.fromEntries(changes) }));
        const { zod, jsonSchema } = verdicts(rule);
        expect(jsonSchema).toBe(zod);
      }),
      { numRuns: 500 },
    );
  });
});
