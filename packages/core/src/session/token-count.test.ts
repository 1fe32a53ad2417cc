import { expect, it } from "vitest";
import { WrittenTokenCount } from "./token-count";

it("WrittenTokenCount reads a count written as text, and rejects other texts", () => {
  expect(WrittenTokenCount.parse("123")).toBe(123);
  expect(WrittenTokenCount.parse(123)).toBe(123);
  for (const odd of ["", "1.5", "-1", "9999999999", "12 tokens", 1.5, -1]) {
    expect(WrittenTokenCount.safeParse(odd).success).toBe(false);
  }
});
