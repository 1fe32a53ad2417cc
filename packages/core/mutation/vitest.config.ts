import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Runs the conformance vectors last: they take longest, and most mutants fail earlier. */
class ExamplesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isOfVectors = ({ moduleId }: TestSpecification) => Number(moduleId.includes("conformance"));
    return files.toSorted((one, other) => isOfVectors(one) - isOfVectors(other));
  }
}

/** Tests that must catch mutants: examples and conformance vectors, without property tests. */
export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/*.property.test.ts"],
    // These tests do not change shared state, and reloading the modules for each file would take most of the
    // time.
    isolate: false,
    sequence: { sequencer: ExamplesFirst },
  },
});
