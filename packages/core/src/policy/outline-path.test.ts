import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeKey } from "../scoping/field-pattern";
import { isAgentRoot, type OutlineStep, readOutlinePath } from "./outline-path";

const step = (key: string, arrays = 0): OutlineStep => ({ key, arrays });

describe("readOutlinePath", () => {
  it.each<[string, OutlineStep, OutlineStep[]]>([
    ["fraud_agent", step("fraud_agent"), []],
    ["fraud_agent.details.ssn", step("fraud_agent"), [step("details"), step("ssn")]],
    ["observations[].ssn", step("observations", 1), [step("ssn")]],
    ["a.items[][].x[]", step("a"), [step("items", 2), step("x", 1)]],
    ["a\\.b.c\\[\\].d\\*\\\\", step("a.b"), [step("c[]"), step("d*\\")]],
    ["a.", step("a"), [step("")]],
    ["a..b", step("a"), [step(""), step("b")]],
    ["", step(""), []],
    ["a.[]", step("a"), [step("", 1)]],
    ["a[0].b", step("a[0]"), [step("b")]],
    ["a\\", step("a"), []],
  ])("reads %j", (path, root, steps) => {
    expect(readOutlinePath(path)).toEqual({ root, steps });
  });

  it("reads back any path that was written", () => {
    const anyStep = fc.record({ key: fc.string({ unit: "binary" }), arrays: fc.nat(2) });
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 5 }), (written) => {
        const path = written.map(({ key, arrays }) => escapeKey(key) + "[]".repeat(arrays)).join(".");
        const { root, steps } = readOutlinePath(path);
        expect([root, ...steps]).toEqual(written);
      }),
    );
  }, 60_000);
});

describe("isAgentRoot", () => {
  it("tells agents from the parts of a context", () => {
    expect(
      ["fraud_agent", "observations", "original_input", "memories", "artifacts"].map(isAgentRoot),
    ).toEqual([true, false, false, false, false]);
  });
});
