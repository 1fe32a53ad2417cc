import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS } from "../scripts/chromium-flags.mjs";
import { SIGNED_IN } from "./signed-in";

/** The Baton that `scripts/end-to-end.mjs` started for the tests. */
const { BATON_ADDRESS, CHROMIUM_PATH } = process.env;

/** Covers the state before the first own session. Later specs import sessions. */
const FIRST = "see-what-was-saved.spec.ts";

/** Runs one test at a time: the tests share one Baton and run on machines with two cores. */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  globalSetup: "./sign-in.setup.ts",
  workers: 1,
  // With one worker they run in this order.
  projects: [
    { name: "before anything came in", testMatch: FIRST },
    { name: "afterwards", testIgnore: FIRST },
  ],
  timeout: 120_000,
  expect: { timeout: 30_000 },
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
