import { afterEach, expect, it, vi } from "vitest";
import { formatCount, formatPercent, formatRatio, printProgress, printText } from "./output";

afterEach(() => {
  vi.restoreAllMocks();
});

it("number formats group the digits, and print zero without a sign", () => {
  expect(formatCount(14_771_617)).toBe("14,771,617");
  expect([0.137, 12.345, -0.0001].map(formatPercent)).toEqual(["13.7 %", "1,234.5 %", "0.0 %"]);
  expect([11.29, 1_386.2].map(formatRatio)).toEqual(["11.3×", "1,386.2×"]);
});

it.each([
  ["printText", process.stdout, printText],
  ["printProgress", process.stderr, printProgress],
])("%s prints terminal control characters as codes, and all others unchanged", (_, stream, print) => {
  const written: unknown[] = [];
  vi.spyOn(stream, "write").mockImplementation((chunk) => written.push(chunk) > 0);
  print("a\tb\n\u001b[31mred\u0007 \u009b2J \u202etxt.exe é 認証 🎉\r");
  expect(written).toEqual(["a\tb\n\\u001b[31mred\\u0007 \\u009b2J \\u202etxt.exe é 認証 🎉\\u000d\n"]);
});
