import path from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM_FLAGS } from "./scripts/chromium-flags.mjs";

/**
 * The web app's own names for its files; outside of a bundle,
 * `server-only` does nothing.
 */
const resolve = {
  alias: {
    "@/": `${path.join(import.meta.dirname, "apps/web/src")}/`,
    "server-only": path.join(import.meta.dirname, "node_modules/server-only/empty.js"),
  },
};

/** Replaces a module of Node's for itself, which what other files loaded would not notice. */
const REPLACES_MODULES = ["packages/core/src/node/contained-folder.test.ts"];

/**
 * The web app holds one connection and one of whatever signs people in per process, and each of its test
 * files has its own database. Only the routes for programs are passed a connection.
 */
const ROUTES_ON_DATABASE = "apps/web/src/server/api/*.db.test.ts";

/** A guard against hanging, as the time limits of tests are. Vitest waits for one second by default. */
const expect = { poll: { timeout: 20_000 } };

/**
 * Some tests measure time or wait for other processes, and machines are noisy. A test that passes only on its second
 * try is named in the summary. Properties draw the same inputs again, so that a second try hides none of their findings.
 */
const retry = 1;

/** What properties draw. */
const setupFiles = ["packages/core/test/seed-properties.ts"];

const unit = {
  expect,
  retry,
  setupFiles,
  // A guard against hanging, for machines that have other work; what has
  // to be quick is measured where it is tested.
  testTimeout: 30_000,
  // Vitest leaves one core idle by default, which is half of a small machine.
  maxWorkers: 2,
};

/** Longer than a test waits for one event. On Citus, each statement takes several round trips. */
const databaseTimeout = process.env.BATON_TEST_NODES ? 600_000 : 120_000;

const db = {
  expect,
  retry,
  setupFiles,
  globalSetup: ["packages/db/test/global-setup.ts"],
  testTimeout: databaseTimeout,
  hookTimeout: databaseTimeout,
  maxWorkers: 2,
};

/** Components run in Chromium, with the web app's stylesheet: a chart without it has no height. */
const browser = {
  expect,
  retry,
  testTimeout: 30_000,
  browser: {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    viewport: { width: 1280, height: 900 },
    provider: playwright({
      // `npm test components` finds or installs Chromium. Without the path, Playwright uses its own.
      launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: CHROMIUM_FLAGS },
      // Less than `testTimeout`, so that a failure names the element.
      actionTimeout: 15_000,
    }),
    instances: [{ browser: "chromium" as const }],
  },
};

/**
 * Pure tests (`*.test.ts`) need no database; `*.db.test.ts` share one real PostgreSQL, started once by
 * `global-setup`; `*.nodes.test.ts` run only with Citus, by `npm run citus`; `*.browser.test.tsx` run in Chromium;
 * `*.package.test.ts` install the packages of `npm run pack`. Files of a worker share the packages that it has loaded,
 * because loading takes longer than most tests. Files that would break load our own modules again (`db-web`), or run
 * isolated.
 */
export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          ...unit,
          name: "unit",
          include: [
            "packages/**/*.test.ts",
            "apps/**/*.test.ts",
            "scripts/**/*.test.ts",
            "tools/**/*.test.ts",
            "examples/**/*.test.ts",
            "sample/src/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/*.{db,nodes,package}.test.ts", ...REPLACES_MODULES],
          isolate: false,
        },
      },
      {
        resolve,
        test: { ...unit, name: "unit-isolated", include: REPLACES_MODULES, sequence: { groupOrder: 1 } },
      },
      {
        resolve,
        test: {
          ...db,
          name: "db",
          include: [
            "packages/**/*.db.test.ts",
            "apps/!(web)/**/*.db.test.ts",
            "tools/**/*.db.test.ts",
            "scripts/**/*.db.test.ts",
            ROUTES_ON_DATABASE,
          ],
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve,
        test: {
          ...db,
          name: "db-web",
          isolate: false,
          setupFiles: [...setupFiles, "apps/web/test/fresh-modules.ts"],
          include: ["apps/web/**/*.db.test.ts"],
          exclude: ["**/node_modules/**", ROUTES_ON_DATABASE],
          sequence: { groupOrder: 3 },
        },
      },
      {
        resolve,
        test: { ...db, name: "nodes", include: ["apps/**/*.nodes.test.ts"], sequence: { groupOrder: 4 } },
      },
      {
        test: {
          name: "package",
          retry,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ["scripts/pack/*.package.test.ts"],
          sequence: { groupOrder: 5 },
        },
      },
      {
        resolve,
        css: { postcss: path.join(import.meta.dirname, "apps/web") },
        test: {
          ...browser,
          name: "browser",
          include: ["packages/**/*.browser.test.tsx", "apps/**/*.browser.test.tsx"],
          setupFiles: ["apps/web/test/load-stylesheet.ts"],
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
