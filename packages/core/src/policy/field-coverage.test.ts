import { describe, expect, it } from "vitest";
import { coversBlock, coversField, readBlockedFields, takes } from "./field-coverage";

const read = (pattern: string) => {
  const [block] = readBlockedFields([pattern]);
  if (!block) throw new Error(`\`${pattern}\` is malformed`);
  return block;
};

describe("readBlockedFields", () => {
  it("distinguishes names from paths, folds keys, and ignores malformed patterns", () => {
    expect(readBlockedFields(["SSN", "a[", "*", "a[]", "Claim.*[]", "\u200b"])).toEqual([
      { pattern: "SSN", name: "ssn", path: [{ key: "ssn", arrays: 0 }] },
      { pattern: "*", name: null, path: [{ key: null, arrays: 0 }] },
      { pattern: "a[]", name: null, path: [{ key: "a", arrays: 1 }] },
      {
        pattern: "Claim.*[]",
        name: null,
        path: [
          { key: "claim", arrays: 0 },
          { key: null, arrays: 1 },
        ],
      },
    ]);
  });
});

describe("takes", () => {
  const steps = [
    { key: "claim", arrays: 0 },
    { key: "ssn", arrays: 1 },
  ];

  it.each(["ssn", "claim", "claim.ssn", "claim.ssn[]", "*.ssn"])(
    "is true for %s and claim.ssn[]",
    (pattern) => {
      expect(takes(read(pattern), steps)).toBe(true);
    },
  );

  it.each(["ssn[]", "claim.x", "claim.ssn[][]", "claim[].ssn"])(
    "is false for %s and claim.ssn[]",
    (pattern) => {
      expect(takes(read(pattern), steps)).toBe(false);
    },
  );
});

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
  ])("finds that %s removes all of %s", (block, field) => {
    expect(coversField(read(block), field)).toBe(true);
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
    ["a", "a["],
  ])("finds that %s keeps a part of %s", (block, field) => {
    expect(coversField(read(block), field)).toBe(false);
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
  ])("finds that blocking %s includes blocking %s", (block, other) => {
    expect(coversBlock(read(block), read(other))).toBe(true);
  });

  it.each([
    ["claim.ssn", "ssn"],
    ["*", "ssn"],
    ["ssn[]", "ssn"],
    ["notes", "ssn"],
    ["claim.notes", "claim.notes2"],
    ["claim.notes", "*.notes"],
    ["claim.*", "*"],
  ])("finds that blocking %s does not include blocking %s", (block, other) => {
    expect(coversBlock(read(block), read(other))).toBe(false);
  });
});
