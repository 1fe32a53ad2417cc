import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS } from "../scripts/chromium-flags.mjs";
import { SIGNED_IN } from "./signed-in";

/** The Baton that `scripts/end-to-end.mjs` started for the tests. */
const { BATON_ADDRESS, CHROMIUM_PATH } = process.env;

/** Specs that use the sample alone. Those of own sessions import them into the workspace `default`. */
const ON_THE_SAMPLE = ["let-others-in.spec.ts", "see-what-was-saved.spec.ts", "use-it-by-everyone.spec.ts"];

/**
 * The tests share one Baton. Each project runs one test at a time, its files in alphabetical order. The
 * projects run side by side, for machines with two cores.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  globalSetup: "./sign-in.setup.ts",
  workers: 2,
  projects: [
    { name: "own sessions", testIgnore: ON_THE_SAMPLE, workers: 1 },
    { name: "sample", testMatch: ON_THE_SAMPLE, workers: 1 },
  ],
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // One Baton, one database and two browsers share two cores. A test that passes only on its second try is named in
  // the summary.
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: [["list"], ["json", { outputFile: "../reports/e2e.json" }]],
  use: {
    actionTimeout: 30_000,
    baseURL: BATON_ADDRESS,
    storageState: SIGNED_IN,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    // A trace takes a third of the CPU time. `npm test e2e -- --trace on SPEC` records one.
    trace: "off",
    launchOptions: {
      executablePath: CHROMIUM_PATH,
      args: CHROMIUM_FLAGS,
    },
  },
});
