import { afterEach, describe, expect, it, vi } from "vitest";
import { printText } from "./output";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("printText", () => {
  it("shows characters that steer a terminal by their numbers, and leaves all others", () => {
    const written: unknown[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((chunk) => written.push(chunk) > 0);
    printText("a\tb\n\u001b[31mred\u0007 \u009b2J \u202etxt.exe é 認証 🎉\r");
    expect(written).toEqual(["a\tb\n\\u001b[31mred\\u0007 \\u009b2J \\u202etxt.exe é 認証 🎉\\u000d\n"]);
  });
});
