import { describe, expect, it } from "vitest";
import { policyVersion } from "./policy-version";
import { ENFORCED } from "./switch-setting";

const OFF = { enabled: false, observe: false };

describe("policyVersion", () => {
  it("is the SHA-256 of the canonical JSON of section and switch", () => {
    // printf '%s'
    // '{"multi_agent_handoffs":{"agent_handoff_rules":[],"description":"d"},"switch":{"enabled":true,"observe":false}}' |
    // sha256sum
    expect(policyVersion({ description: "d", agent_handoff_rules: [] }, ENFORCED)).toBe(
      "ca63625ec85ebf2d027cde90a91be28515a9e57f10a13b4b140e3424f24b4372",
    );
  });

  it("does not depend on the order of keys", () => {
    expect(policyVersion({ a: 1, b: { c: 2, d: 3 } }, OFF)).toBe(
      policyVersion({ b: { d: 3, c: 2 }, a: 1 }, OFF),
    );
  });

  it("ignores comments at any depth, and nothing else", () => {
    const plain = { rules: [{ id: "_x" }], a_b: 1 };
    const commented = { _note: "n", rules: [{ id: "_x", _: null, _why: { deep: 1 } }], a_b: 1 };
    expect(policyVersion(commented, OFF)).toBe(policyVersion(plain, OFF));
    expect(policyVersion({ rules: [{ id: "_y" }], a_b: 1 }, OFF)).not.toBe(policyVersion(plain, OFF));
    expect(policyVersion({ rules: [{ id: "_x" }] }, OFF)).not.toBe(policyVersion(plain, OFF));
  });

  it("hashes the written form: an explicit default is another version", () => {
    expect(policyVersion({ schema_version: 1 }, OFF)).not.toBe(policyVersion({}, OFF));
    expect(policyVersion({ description: null }, OFF)).not.toBe(policyVersion({}, OFF));
  });

  it("includes both flags of the switch, and nothing else of it", () => {
    const versions = [OFF, ENFORCED, { enabled: false, observe: true }, { enabled: true, observe: true }].map(
      (policySwitch) => policyVersion({}, policySwitch),
    );
    expect(new Set(versions).size).toBe(4);
    const withNote = { ...OFF, note: "kept by nobody" };
    expect(policyVersion({}, withNote)).toBe(versions[0]);
  });

  it("treats names of inherited properties like any other key", () => {
    expect(policyVersion({ constructor: null }, OFF)).not.toBe(policyVersion({}, OFF));
  });
});
