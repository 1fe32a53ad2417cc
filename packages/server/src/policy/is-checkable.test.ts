import { parsePolicy } from "@baton/core";
import { describe, expect, it } from "vitest";
import { isCheckable } from "./is-checkable";

/** Returns every pattern whose steps are each a key or `*`. */
const combinations = (steps: number) =>
  Array.from({ length: 2 ** steps }, (_, number) =>
    [...number.toString(2).padStart(steps, "0")].map((digit) => (digit === "0" ? "k" : "*")).join("."),
  );

function policyOf(rule: Record<string, unknown>, section: Record<string, unknown> = {}) {
  const rules = [{ rule_id: "r", from_agent_id: "*", to_agent_id: "*", ...rule }];
  const parsed = parsePolicy({ multi_agent_handoffs: { ...section, agent_handoff_rules: rules } });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return parsed.policy;
}

describe("isCheckable", () => {
  it("accepts policies with thousands of fields", () => {
    const fields = Array.from({ length: 5_000 }, (_, index) => `a.b${index}[].${index % 2 ? "*" : "c"}.d`);
    expect(isCheckable(policyOf({ allowed_context_fields: fields, blocked_context_fields: fields }))).toBe(
      true,
    );
    expect(isCheckable(policyOf({ blocked_context_fields: combinations(4) }))).toBe(true);
  });

  it("rejects patterns by which one path is at many positions of a list at once", () => {
    const many = combinations(10);
    expect(isCheckable(policyOf({ blocked_context_fields: many }))).toBe(false);
    expect(isCheckable(policyOf({ allowed_context_fields: many }))).toBe(false);
    expect(isCheckable(policyOf({ conversation_translation: { extract_fields: many } }))).toBe(false);
    expect(isCheckable(policyOf({}, { blocked_context_fields: many }))).toBe(false);
  });

  it("rejects patterns with more steps than fit in memory", () => {
    const deep = Array.from({ length: 400 }, (_, index) => `${index}${".k".repeat(900)}`);
    expect(isCheckable(policyOf({ blocked_context_fields: deep }))).toBe(false);
    expect(isCheckable(policyOf({ blocked_context_fields: deep.slice(0, 300) }))).toBe(true);
  });
});
