import { Policy } from "@baton/core";
import { diffPolicies } from "@baton/core/policy";
import { expect, it } from "vitest";
import { isComparable, isTellable } from "./comparison-size";

const now = Date.UTC(2026, 2, 1);
const policyOf = (blocked: string[], allowed: string[] = []) =>
  Policy.parse({
    blocked_context_fields: blocked,
    agent_handoff_rules: [
      {
        rule_id: "r",
        from_agent_id: "*",
        to_agent_id: "*",
        handoff_mode: "scoped",
        allowed_context_fields: allowed,
      },
    ],
  });
const fields = (count: number, length = 8) =>
  Array.from({ length: count }, (_, n) => `f${n}`.padEnd(length, "x"));
const pairs = (count: number) => Array.from({ length: count }, (_, n) => ({ from: `a${n}`, to: `b${n}` }));

it("isComparable accepts two thousand pairs with more fields than any real policy has", () => {
  const policies = [policyOf(fields(40), fields(40)), policyOf(fields(40), fields(60))];
  expect(isComparable(policies, pairs(2_000), { now })).toBe(true);
  expect(isComparable([policyOf(fields(20_000)), policyOf([])], pairs(10), { now })).toBe(true);
});

it("isComparable rejects twenty thousand fields for two thousand pairs, and megabytes of field names", () => {
  expect(isComparable([policyOf([]), policyOf(fields(20_000))], pairs(2_000), { now })).toBe(false);
  expect(isComparable([policyOf([]), policyOf([], fields(20_000))], pairs(2_000), { now })).toBe(false);
  expect(isComparable([policyOf([], fields(200, 9_000))], pairs(2_000), { now })).toBe(false);
});

it("isTellable rejects more changes than a user could acknowledge", () => {
  const diffOf = (count: number) =>
    diffPolicies(policyOf([], []), policyOf([], fields(count)), { now, pairs: pairs(1_000) });
  expect(isTellable(diffOf(90))).toBe(true);
  expect(isTellable(diffOf(110))).toBe(false);
});
