import { expect, test } from "vitest";
import { closingLine, listStandIns, sum, tallyOfCheck, tallyOfPlaywright, tallyOfVitest } from "./tally.mjs";

const vitest = JSON.stringify({ numPassedTests: 40, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 });
const playwright = JSON.stringify({ stats: { expected: 5, flaky: 1, unexpected: 0, skipped: 3 } });

test("counts of all stages add up to one line", () => {
  const total = sum([
    tallyOfCheck(0),
    tallyOfCheck(2),
    tallyOfVitest(vitest, 1),
    tallyOfPlaywright(playwright, 0),
  ]);
  expect(closingLine(total)).toBe("47 passed, 3 failed, 5 skipped");
});

test("a run that fails without a failed test counts as one failed", () => {
  expect(tallyOfPlaywright(playwright, 1)).toEqual({ passed: 6, failed: 1, skipped: 3 });
});

test("a run that leaves no report counts as one failed, whatever its exit code", () => {
  expect(tallyOfVitest(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(tallyOfPlaywright(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("names the tests that had to do with a stand-in", () => {
  const results = [{ assertionResults: [{ fullName: "a b" }, { fullName: "a disk (stand-in: 53100)" }] }];
  expect(listStandIns(JSON.stringify({ testResults: results }))).toEqual(["a disk (stand-in: 53100)"]);
  expect(listStandIns(undefined)).toEqual([]);
});
