import { expect, it } from "vitest";
import { markFacts } from "./mark-facts";

it("marks whole facts, not parts of longer words", () => {
  const parts = markFacts("Port 8443, not 84431; see src/a.ts.", ["8443", "src/a.ts", "src"]);
  expect(parts.filter(({ isFact }) => isFact).map(({ text }) => text)).toEqual(["8443", "src/a.ts"]);
  expect(parts.map(({ text }) => text).join("")).toBe("Port 8443, not 84431; see src/a.ts.");
  expect(markFacts("", ["a", ""])).toEqual([]);
});
