/**
 * Mutation testing: Stryker changes a folder's code in one small way at a time, and a test of that folder
 * must fail each time. Runs only example and conformance tests, because properties find much by chance.
 *
 * @param {string} folder below `src`
 * @returns {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export function mutationSettings(folder) {
  return {
    mutate: [`src/${folder}/**/*.ts`, "!**/*.test.ts"],
    testRunner: "vitest",
    vitest: { configFile: "mutation/vitest.config.ts", dir: `src/${folder}` },
    coverageAnalysis: "perTest",
    concurrency: 2,
    // The hit limit stops mutants that loop; a slow machine must not exceed this.
    timeoutMS: 60_000,
    thresholds: { high: 95, low: 90, break: 90 },
    reporters: ["clear-text", "progress", "json"],
    clearTextReporter: { allowColor: false, reportTests: false },
    jsonReporter: { fileName: `reports/mutation/${folder}.json` },
    incrementalFile: `reports/mutation/${folder}.incremental.json`,
    // Without the file in the sandbox, Stryker uses the package's own, which finds what it extends.
    ignorePatterns: ["tsconfig.json", "reports"],
  };
}
