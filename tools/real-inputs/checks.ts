import { isDeepStrictEqual } from "node:util";

/** Compares golden values with results, and prints each comparison. */
export class Checks {
  #passed = 0;
  #failed = 0;
  #skipped = 0;

  equal(what: string, actual: unknown, expected: unknown): void {
    if (isDeepStrictEqual(actual, expected)) {
      this.#passed += 1;
      console.log(`  ok    ${what}: ${show(expected)}`);
    } else this.fail(what, `${show(actual)}, not ${show(expected)}`);
  }

  fail(what: string, reason: string): void {
    this.#failed += 1;
    console.log(`  FAIL  ${what}: ${reason}`);
  }

  skip(what: string, reason: string): void {
    this.#skipped += 1;
    console.log(`  skip  ${what}: ${reason}`);
  }

  /** Prints the closing line. @returns true if nothing failed */
  close(): boolean {
    console.log(`${this.#passed} passed, ${this.#failed} failed, ${this.#skipped} skipped`);
    return this.#failed === 0;
  }
}

function show(value: unknown): string {
  return typeof value === "number" ? value.toLocaleString("en") : JSON.stringify(value);
}
