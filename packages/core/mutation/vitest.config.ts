import { defineConfig } from "vitest/config";

/** What mutants have to get past: examples and conformance vectors, without the tests of properties. */
export default defineConfig({
  test: { include: ["**/*.test.ts"], exclude: ["**/*.property.test.ts"] },
});
