import { describe, expect, it } from "vitest";
import { coversBlock, coversField } from "./field-coverage";

describe("coversField", () => {
  it.each([
    ["ssn", "ssn"],
    ["ssn", "SSN"],
    ["ssn", "claim.ssn"],
    ["ssn", "items[].ssn.digits"],
    ["claim.notes", "claim.notes"],
    ["claim.notes", "claim.notes.internal[]"],
    ["claim.notes", "CLAIM.notes"],
    ["*.internal", "claim.internal"],
    ["*.internal", "*.internal"],
    ["*", "claim"],
    ["*", "*"],
    ["items[]", "items[]"],
    ["items[]", "items[].ssn"],
    ["items[]", "items[][]"],
    ["items.ssn", "items.ssn[]"],
    ["items[].ssn", "items[].ssn"],
  ])("%s takes all of %s", (block, field) => {
    expect(coversField(block, field)).toBe(true);
  });

  it.each([
    ["ssn", "claim"],
    ["ssn", "*"],
    ["ssn", "ssns"],
    ["claim.notes", "claim"],
    ["claim.notes", "notes"],
    ["claim.notes", "*.notes"],
    ["claim.notes", "policy.notes"],
    ["items[]", "items"],
    ["items[][]", "items[]"],
    ["items.ssn", "items[].ssn"],
    ["items[].ssn", "items.ssn"],
    ["items[].ssn", "items[][].ssn"],
    ["a[", "a"],
    ["a", "a["],
    ["\u200b", "a"],
  ])("%s leaves something of %s", (block, field) => {
    expect(coversField(block, field)).toBe(false);
  });
});

describe("coversBlock", () => {
  it.each([
    ["ssn", "ssn"],
    ["SSN", "ssn"],
    ["ssn", "claim.ssn"],
    ["ssn", "ssn[]"],
    ["claim.notes", "claim.notes"],
    ["claim.notes", "claim.notes.internal"],
    ["*.notes", "claim.notes"],
    ["*", "claim.notes"],
    ["*", "*"],
  ])("blocking %s does what blocking %s does", (block, other) => {
    expect(coversBlock(block, other)).toBe(true);
  });

  it.each([
    ["claim.ssn", "ssn"],
    ["*", "ssn"],
    ["ssn[]", "ssn"],
    ["notes", "ssn"],
    ["claim.notes", "claim.notes2"],
    ["claim.notes", "*.notes"],
    ["claim.*", "*"],
    ["a[", "a["],
    ["a[", "a"],
    ["a", "a["],
  ])("blocking %s does less than blocking %s", (block, other) => {
    expect(coversBlock(block, other)).toBe(false);
  });
});
