import { expect, it } from "vitest";
import { WrittenTokenCount } from "./token-count";

it("reads a count that another tool wrote as text, and nothing else that is text", () => {
  expect(WrittenTokenCount.parse("123")).toBe(123);
  expect(WrittenTokenCount.parse(123)).toBe(123);
  for (const odd of ["", "1.5", "-1", "9999999999", "12 tokens", 1.5, -1]) {
    expect(WrittenTokenCount.safeParse(odd).success).toBe(false);
  }
});
