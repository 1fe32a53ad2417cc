import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { calculate, FLEET, simulateIngest, UNITS } from "./calculate";

const PAGE = fileURLToPath(new URL("../../docs/scaling.md", import.meta.url));

it("docs/scaling.md shows the calculated table", () => {
  expect(readFileSync(PAGE, "utf8")).toContain(calculate(FLEET, UNITS));
});

it("a process that is slower than its clients falls behind, and a second one shortens the waits", () => {
  const slow = { ...UNITS, linesPerSecond: 500 };
  expect(simulateIngest(FLEET, slow, 1).busy).toBeGreaterThan(1);
  expect(simulateIngest(FLEET, slow, 2).tail).toBeLessThan(simulateIngest(FLEET, slow, 1).tail);
});

it("batches of one workspace follow each other with any number of processes", () => {
  const one = { ...FLEET, workspaces: 1 };
  const slow = { ...UNITS, linesPerSecond: 500 };
  expect(simulateIngest(one, slow, 8).tail).toBeGreaterThan(10 * simulateIngest(FLEET, slow, 8).tail);
});
