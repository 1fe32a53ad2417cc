import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The conformance vectors take longest: last, since most mutants are noticed before. */
class ExamplesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isOfVectors = ({ moduleId }: TestSpecification) => Number(moduleId.includes("conformance"));
    return files.toSorted((one, other) => isOfVectors(one) - isOfVectors(other));
  }
}

/** What mutants have to get past: examples and conformance vectors, without the tests of properties. */
export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/*.property.test.ts"],
    // Nothing that these tests share is changed by them, and loading
    // the modules anew for each file takes longest.
    isolate: false,
    sequence: { sequencer: ExamplesFirst },
  },
});
