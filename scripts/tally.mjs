import { stripVTControlCharacters } from "node:util";

/**
 * Counts of tests, or of checks that count as one, and the names of failed ones.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: readonly string[] }} Tally
 */

/** @param {readonly Tally[]} tallies @returns {Tally} */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return { ...total, failures: tallies.flatMap(({ failures }) => failures) };
}

/** @param {Tally} tally */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Returns the tally of a check without parts.
 * @param {string} name
 * @param {number} code exit code
 * @returns {Tally}
 */
export function tallyOfCheck(name, code) {
  const hasFailed = code !== 0;
  return {
    passed: hasFailed ? 0 : 1,
    failed: hasFailed ? 1 : 0,
    skipped: 0,
    failures: hasFailed ? [name] : [],
  };
}

/**
 * @param {string} name of the stage
 * @param {string | undefined} report output of vitest's JSON reporter, `undefined` if it wrote none
 * @param {number} code exit code
 * @returns {Tally}
 */
export function tallyOfVitest(name, report, code) {
  if (report === undefined) return tallyOfCheck(name, 1);
  /** @type {VitestReport} */
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(report);
  const failures = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => describeFailure(file, fullName, failureMessages?.[0])),
  );
  return atLeastOneFailed(name, code, {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures,
  });
}

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ name: string, assertionResults: { fullName: string, status: string,
 *   failureMessages?: string[] }[] }[]} testResults
 */

/**
 * @param {string} file
 * @param {string} test
 * @param {string | undefined} message
 */
function describeFailure(file, test, message = "") {
  // The next lines have the expected and the received value.
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("at "));
  return `${file.slice(file.lastIndexOf("/") + 1)}: ${test}: ${lines.slice(0, 5).join(" · ")}`;
}

/**
 * @param {string} name of the stage
 * @param {string} output output of Python's unittest
 * @param {number} code exit code
 * @returns {Tally}
 */
export function tallyOfUnittest(name, output, code) {
  const ran = /^Ran (\d+) tests? in /m.exec(output);
  if (ran === null) return tallyOfCheck(name, 1);
  const skipped = Number(/^(?:OK|FAILED) \(.*?skipped=(\d+)/m.exec(output)?.[1] ?? 0);
  // A test with several failed subtests is listed for each of them.
  const failures = [...output.matchAll(/^(?:FAIL|ERROR): (\S+) \(([^)]*)\)/gm)].map(
    ([, test, place]) => `${place}: ${test}`,
  );
  const failed = new Set(failures).size;
  return atLeastOneFailed(name, code, {
    passed: Math.max(0, Number(ran[1]) - failed - skipped),
    failed,
    skipped,
    failures: [...new Set(failures)],
  });
}

/**
 * Returns the tests that used a stand-in, by their names: they passed, but the real test requires root.
 * @param {string | undefined} report output of vitest's JSON reporter
 * @returns {string[]} their names
 */
export function listStandIns(report) {
  if (report === undefined) return [];
  /** @type {VitestReport} */
  const { testResults } = JSON.parse(report);
  const names = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName }) => fullName),
  );
  return names.filter((name) => name.includes("(stand-in"));
}

/**
 * @param {string} name of the stage
 * @param {string | undefined} report output of Playwright's JSON reporter, `undefined` if it wrote none
 * @param {number} code exit code
 * @returns {Tally}
 */
export function tallyOfPlaywright(name, report, code) {
  if (report === undefined) return tallyOfCheck(name, 1);
  /**
   * @type {{ stats: Record<"expected" | "flaky" | "unexpected" |
   *   "skipped", number>, suites: PlaywrightSuite[] }}
   */
  const { stats, suites } = JSON.parse(report);
  const { expected, flaky, unexpected, skipped } = stats;
  return atLeastOneFailed(name, code, {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: suites.flatMap(listFailures),
  });
}

/**
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ ok: boolean, title: string, file: string, tests: { results: { error?:
 *   { message?: string } }[] }[] }[]} [specs]
 */

/** @param {PlaywrightSuite} suite @returns {string[]} */
function listFailures({ suites = [], specs = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, tests }) => describeFailure(file, title, tests[0]?.results.at(-1)?.error?.message));
  return [...own, ...suites.flatMap(listFailures)];
}

/**
 * Returns the tests that failed once and passed on their second try, with the error of the first.
 * @param {string | undefined} report output of the JSON reporter of Playwright or vitest
 * @returns {string[]}
 */
export function listSecondTries(report) {
  if (report === undefined) return [];
  /** @type {{ suites?: PlaywrightSuite[], testResults?: VitestReport["testResults"] }} */
  const { suites = [], testResults = [] } = JSON.parse(report);
  const ofVitest = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => describeFailure(name, fullName, failureMessages?.[0])),
  );
  return [...suites.flatMap(secondTriesOf), ...ofVitest];
}

/** @param {PlaywrightSuite} suite @returns {string[]} */
function secondTriesOf({ suites = [], specs = [] }) {
  const own = specs
    .filter(({ ok, tests }) => ok && tests.some(({ results }) => results.length > 1))
    .map(({ title, file, tests }) => describeFailure(file, title, tests[0]?.results[0]?.error?.message));
  return [...own, ...suites.flatMap(secondTriesOf)];
}

/**
 * A file that does not load, or an error outside of any test, fails the run without a failed test.
 * @param {string} name of the stage
 * @param {number} code exit code
 * @param {Tally} tally
 * @returns {Tally}
 */
function atLeastOneFailed(name, code, tally) {
  if (code === 0 || tally.failed > 0) return tally;
  return { ...tally, failed: 1, failures: [`${name}: it failed outside of any test`] };
}
