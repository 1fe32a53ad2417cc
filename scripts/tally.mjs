/**
 * Counts of tests, or of checks that count as one.
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/** @param {readonly Tally[]} tallies @returns {Tally} */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** @param {Tally} tally */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * A check that has no parts.
 * @param {number} code exit code
 * @returns {Tally}
 */
export function tallyOfCheck(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * @param {string | undefined} report what vitest's JSON reporter wrote, `undefined` when it did not come to that
 * @param {number} code exit code
 * @returns {Tally}
 */
export function tallyOfVitest(report, code) {
  if (report === undefined) return tallyOfCheck(1);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(report);
  return atLeastOneFailed(
    { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests },
    code,
  );
}

/**
 * The tests that showed a promise by a stand-in, as their names say: they passed, where the real thing needs root.
 * @param {string | undefined} report what vitest's JSON reporter wrote
 * @returns {string[]} their names
 */
export function listStandIns(report) {
  if (report === undefined) return [];
  /** @type {{ testResults: { assertionResults: { fullName: string }[] }[] }} */
  const { testResults } = JSON.parse(report);
  const names = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName }) => fullName),
  );
  return names.filter((name) => name.includes("(stand-in"));
}

/**
 * @param {string | undefined} report what Playwright's JSON reporter wrote, `undefined` when it did not come to that
 * @param {number} code exit code
 * @returns {Tally}
 */
export function tallyOfPlaywright(report, code) {
  if (report === undefined) return tallyOfCheck(1);
  const { expected, flaky, unexpected, skipped } = JSON.parse(report).stats;
  return atLeastOneFailed({ passed: expected + flaky, failed: unexpected, skipped }, code);
}

/**
 * A file that does not load, or an error outside of any test, fails the run without failing a test.
 * @param {Tally} tally
 * @param {number} code exit code
 */
function atLeastOneFailed(tally, code) {
  return code === 0 ? tally : { ...tally, failed: Math.max(tally.failed, 1) };
}
