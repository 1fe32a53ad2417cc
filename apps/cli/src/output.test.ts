import { afterEach, expect, it, vi } from "vitest";
import { printProgress, printText } from "./output";

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  ["a result", process.stdout, printText],
  ["what is going on", process.stderr, printProgress],
])(
  "%s shows characters that steer a terminal by their numbers, and leaves all others",
  (_, stream, print) => {
    const written: unknown[] = [];
    vi.spyOn(stream, "write").mockImplementation((chunk) => written.push(chunk) > 0);
    print("a\tb\n\u001b[31mred\u0007 \u009b2J \u202etxt.exe é 認証 🎉\r");
    expect(written).toEqual(["a\tb\n\\u001b[31mred\\u0007 \\u009b2J \\u202etxt.exe é 認証 🎉\\u000d\n"]);
  },
);
