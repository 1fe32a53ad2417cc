import path from "node:path";
import { defineConfig } from "vitest/config";

/** The web app's own names for its files; what marks a module for the server alone is nothing outside of a bundle. */
const resolve = {
  alias: {
    "@/": `${path.join(import.meta.dirname, "apps/web/src")}/`,
    "server-only": path.join(import.meta.dirname, "node_modules/server-only/empty.js"),
  },
};

/** Pure tests (`*.test.ts`) need no database; `*.db.test.ts` share one real PostgreSQL, started once by `global-setup`. */
export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          include: [
            "packages/**/*.test.ts",
            "apps/**/*.test.ts",
            "scripts/**/*.test.ts",
            "examples/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/*.db.test.ts"],
          // A guard against hanging, for machines that have other work; what has to be quick is measured where it is tested.
          testTimeout: 30_000,
          // By itself vitest leaves one core idle, of two that is half of the machine.
          maxWorkers: 2,
        },
      },
      {
        resolve,
        test: {
          name: "db",
          include: ["packages/**/*.db.test.ts", "apps/**/*.db.test.ts", "scripts/**/*.db.test.ts"],
          exclude: ["**/node_modules/**"],
          globalSetup: ["packages/db/test/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
