import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS } from "../scripts/chromium-flags.mjs";
import { SIGNED_IN } from "./signed-in";

/** The Baton that `scripts/end-to-end.mjs` started for the tests. */
const { BATON_ADDRESS, CHROMIUM_PATH } = process.env;

/**
 * Specs that change the sample, or use it or a workspace of their own alone. The others import sessions into the
 * workspace `default`. Each half takes about as long.
 */
const BESIDE_DEFAULT = [
  "edit-500-rules",
  "hold-a-manifest-until-it-is-approved",
  "keep-a-view-of-sessions",
  "let-others-in",
  "see-what-agents-cost",
  "see-what-agents-did",
  "see-what-was-saved",
  "sign-in-before-the-page-is-ready",
  "trace-a-session",
  "use-it-by-everyone",
  "validate-a-manifest",
].map((name) => `${name}.spec.ts`);

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
    { name: "default", testIgnore: BESIDE_DEFAULT, workers: 1 },
    { name: "beside", testMatch: BESIDE_DEFAULT, workers: 1 },
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
    // Clicks wait for animations to end.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // A trace takes a third of the CPU time. `npm test e2e -- --trace on SPEC` records one.
    trace: "off",
    launchOptions: {
      executablePath: CHROMIUM_PATH,
      args: CHROMIUM_FLAGS,
    },
  },
});
