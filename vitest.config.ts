import path from "node:path";
import { defineConfig } from "vitest/config";

/**
 * The web app's own names for its files; what marks a module for the
 * server alone is nothing outside of a bundle.
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
 * The web app holds one connection and one of whatever signs people in per process, and
 * each of its test files has its own database.
 */
const WEB_ON_DATABASE = ["apps/web/**/*.db.test.ts"];

const unit = {
  // A guard against hanging, for machines that have other work; what has
  // to be quick is measured where it is tested.
  testTimeout: 30_000,
  // By itself vitest leaves one core idle, of two that is half of the machine.
  maxWorkers: 2,
};

const db = {
  globalSetup: ["packages/db/test/global-setup.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  maxWorkers: 2,
};

/**
 * Pure tests (`*.test.ts`) need no database; `*.db.test.ts` share one real PostgreSQL, started once by
 * `global-setup`. Files of a worker share the modules that it has loaded, since to load them takes longer
 * than most tests: but those that could tell.
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
            "examples/**/*.test.ts",
            "sample/src/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/*.db.test.ts", ...REPLACES_MODULES],
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
          include: ["packages/**/*.db.test.ts", "apps/**/*.db.test.ts", "scripts/**/*.db.test.ts"],
          exclude: ["**/node_modules/**", ...WEB_ON_DATABASE],
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve,
        test: { ...db, name: "db-isolated", include: WEB_ON_DATABASE, sequence: { groupOrder: 3 } },
      },
    ],
  },
});
