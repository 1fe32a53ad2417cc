import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrictJson } from "./strict-json";

const refusalOf = (text: string) => {
  const parsed = parseStrictJson(text);
  return parsed.ok ? null : parsed.finding.code;
};

describe("parseStrictJson", () => {
  it("equals JSON.parse", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it("accepts every number that JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(refusalOf(JSON.stringify(number))).toBeNull();
      }),
    );
  });

  it("accepts any depth, in linear time", { timeout: 20_000 }, () => {
    const depth = 500_000;
    expect(refusalOf(`${'{"a":['.repeat(depth)}${"]}".repeat(depth)}`)).toBeNull();
    expect(refusalOf(`"${'\\\\\\"'.repeat(500_000)}"`)).toBeNull();
    expect(refusalOf(`[1${"0".repeat(1_000_000)}]`)).toBe("lossy_number");
    expect(refusalOf(`[0.${"0".repeat(1_000_000)}]`)).toBeNull();
  });
});
