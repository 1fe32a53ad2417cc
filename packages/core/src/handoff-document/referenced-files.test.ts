import { expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import { EMPTY_HANDOFF_DOCUMENT } from "./handoff-document";
import { findFiles, listReferencedFiles } from "./referenced-files";

it.each([
  ["- File: pager.ts", ["pager.ts"]],
  ["- **File**: `pager.ts`, **Plan:** plan.md", ["pager.ts", "plan.md"]],
  ["Port `src/a/Cases.lean` (1,768 lines) to ./b.c/d.ts:12.", ["src/a/Cases.lean", "./b.c/d.ts"]],
  ["See docs/plan.md#L12, ../x.md and /etc/hosts.conf", ["docs/plan.md", "../x.md", "/etc/hosts.conf"]],
  ["[plan](docs/plan.md)", ["docs/plan.md"]],
  ["https://example.org/a/b.html and src/*.ts and specs/{N}/plan.md", []],
  ["`int_truth_and_iff.mp`, and/or, 1/2.5, Formula.top", []],
  ["the folder src/app/", []],
])("findFiles finds the files in %s", (text, files) => {
  expect(findFiles(text)).toEqual(files);
});

it("listReferencedFiles searches every section, and returns a file once", () => {
  const document = {
    ...EMPTY_HANDOFF_DOCUMENT,
    nextAction: "Fix a/1.ts",
    currentState: "File: a/1.ts",
    decisions: [{ decision: "d", rationale: "see a/2.ts" }],
    failedApproaches: [{ approach: "a/3.ts", reason: null }],
    criticalContext: ["a/4.ts"],
    references: ["a/5.ts"],
    otherSections: [{ heading: "Files", text: "a/6.ts" }],
  };
  expect(listReferencedFiles(document)).toEqual(["a/1.ts", "a/2.ts", "a/3.ts", "a/4.ts", "a/5.ts", "a/6.ts"]);
});

it("findFiles ends in time for hostile text", () => {
  for (const text of [
    "/".repeat(50_000),
    "a/".repeat(50_000),
    "file: ".repeat(20_000),
    ".".repeat(100_000),
  ]) {
    const start = cpuMilliseconds();
    findFiles(text);
    expect(cpuMilliseconds() - start).toBeLessThan(2_000);
  }
});
