import { expect, test } from "vitest";
import {
  closingLine,
  listSecondTries,
  listStandIns,
  sum,
  tallyOfCheck,
  tallyOfPlaywright,
  tallyOfUnittest,
  tallyOfVitest,
} from "./tally.mjs";

const vitest = JSON.stringify({
  numPassedTests: 40,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      name: "/somewhere/scoping.test.ts",
      assertionResults: [
        { fullName: "scoping keeps", status: "passed", failureMessages: [] },
        { fullName: "scoping is quick", status: "passed", failureMessages: ["expected 2 to be less than 1"] },
        {
          fullName: "scoping blocks",
          status: "failed",
          failureMessages: ["expected 1 to be 2\n  at line 3"],
        },
      ],
    },
  ],
});
const playwright = JSON.stringify({
  stats: { expected: 5, flaky: 1, unexpected: 1, skipped: 3 },
  suites: [
    {
      specs: [
        {
          ok: true,
          title: "opens",
          file: "a.spec.ts",
          tests: [
            { results: [{ error: { message: "Error: \u001b[31mURL\u001b[39m\n\nReceived: /a\n" } }, {}] },
          ],
        },
      ],
      suites: [
        {
          specs: [
            {
              ok: false,
              title: "closes",
              file: "a.spec.ts",
              tests: [{ results: [{ error: { message: "Timeout" } }] }],
            },
          ],
        },
      ],
    },
  ],
});
const passed = JSON.stringify({
  stats: { expected: 5, flaky: 1, unexpected: 0, skipped: 3 },
  suites: [],
});

test("closingLine adds up the counts of all stages, and the total names failed tests", () => {
  const total = sum([
    tallyOfCheck("lint", 0),
    tallyOfCheck("types", 2),
    tallyOfVitest("unit", vitest, 1),
    tallyOfPlaywright("e2e", playwright, 1),
  ]);
  expect(closingLine(total)).toBe("47 passed, 3 failed, 5 skipped");
  expect(total.failures).toEqual([
    "types",
    "scoping.test.ts: scoping blocks: expected 1 to be 2",
    "a.spec.ts: closes: Timeout",
  ]);
});

test("listSecondTries names the tests that failed at first, with the error", () => {
  expect(listSecondTries(playwright)).toEqual(["a.spec.ts: opens: Error: URL · Received: /a"]);
  expect(listSecondTries(vitest)).toEqual([
    "scoping.test.ts: scoping is quick: expected 2 to be less than 1",
  ]);
  expect(listSecondTries(undefined)).toEqual([]);
});

test("tallyOfPlaywright counts a failed run without a failed test as one failure", () => {
  expect(tallyOfPlaywright("e2e", passed, 1)).toEqual({
    passed: 6,
    failed: 1,
    skipped: 3,
    failures: ["e2e: it failed outside of any test"],
  });
});

test("tallyOfVitest and tallyOfPlaywright count a run without a report as one failure, for any exit code", () => {
  const one = (name: string) => ({ passed: 0, failed: 1, skipped: 0, failures: [name] });
  expect(tallyOfVitest("unit", undefined, 0)).toEqual(one("unit"));
  expect(tallyOfPlaywright("e2e", undefined, 0)).toEqual(one("e2e"));
});

const unittest = `
ERROR: test_starts (tests.test_client.Client.test_starts)
FAIL: test_scopes (tests.test_vectors.Vectors.test_scopes) (policy='h201', case=1)
FAIL: test_scopes (tests.test_vectors.Vectors.test_scopes) (policy='h201', case=2)
----------------------------------------------------------------------
Ran 9 tests in 1.200s

FAILED (failures=2, errors=1, skipped=1)
`;

test("tallyOfUnittest counts a test with several failed subtests once", () => {
  expect(tallyOfUnittest("python", unittest, 1)).toEqual({
    passed: 6,
    failed: 2,
    skipped: 1,
    failures: [
      "tests.test_client.Client.test_starts: test_starts",
      "tests.test_vectors.Vectors.test_scopes: test_scopes",
    ],
  });
  expect(tallyOfUnittest("python", "Ran 9 tests in 1.200s\n\nOK\n", 0)).toMatchObject({
    passed: 9,
    failed: 0,
  });
  expect(tallyOfUnittest("python", "No module named unittest\n", 1)).toMatchObject({ passed: 0, failed: 1 });
});

test("listStandIns returns the tests that used a stand-in", () => {
  const results = [
    {
      name: "disk.db.test.ts",
      assertionResults: [{ fullName: "a b" }, { fullName: "a disk (stand-in: 53100)" }],
    },
  ];
  expect(listStandIns(JSON.stringify({ testResults: results }))).toEqual(["a disk (stand-in: 53100)"]);
  expect(listStandIns(undefined)).toEqual([]);
});
