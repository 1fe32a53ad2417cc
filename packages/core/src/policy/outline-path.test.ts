import { describe, expect, it } from "vitest";
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
  ])("parses %j", (path, root, steps) => {
    expect(readOutlinePath(path)).toEqual({ root, steps });
  });
});

describe("isAgentRoot", () => {
  it("distinguishes agents from the parts of a context", () => {
    expect(
      ["fraud_agent", "observations", "original_input", "memories", "artifacts"].map(isAgentRoot),
    ).toEqual([true, false, false, false, false]);
  });
});
