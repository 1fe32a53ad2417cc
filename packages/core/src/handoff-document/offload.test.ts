import { describe, expect, it } from "vitest";
import { countTokens } from "../tokens/count-tokens";
import { describeOffloaded, renderOffloaded, shouldOffload } from "./offload";
import { releaseDetail } from "./release-detail";

describe("shouldOffload and describeOffloaded", () => {
  it("move out results over 20,000 tokens, and inputs of that size from 85 % of the window", () => {
    expect(shouldOffload("result", 20_000, 0.99)).toBe(false);
    expect(shouldOffload("result", 20_001, 0)).toBe(true);
    expect(shouldOffload("input", 20_001, 0.849)).toBe(false);
    expect(shouldOffload("input", 20_001, 0.85)).toBe(true);
    expect(shouldOffload("input", 20_000, 0.99)).toBe(false);
  });

  it("keep the path, size, hash and first ten lines", () => {
    const text = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n");
    const offloaded = describeOffloaded(text, "scratch/a.txt", "ab12");
    expect(offloaded).toEqual({
      path: "scratch/a.txt",
      sha256: "ab12",
      tokens: countTokens(text),
      lines: 30,
      preview: text.split("\n").slice(0, 10).join("\n"),
    });
    expect(renderOffloaded(offloaded)).toBe(
      `[${countTokens(text)} tokens in 30 lines lie in scratch/a.txt, sha256 ab12; it begins:]\n${offloaded.preview}\n[…]`,
    );
  });

  it("end after a text that is shown whole", () => {
    const offloaded = describeOffloaded("one line\n", "scratch/b.txt", "cd34");
    expect(offloaded).toMatchObject({ lines: 1, preview: "one line" });
    expect(renderOffloaded(offloaded)).toContain("tokens in 1 line lie in");
    expect(renderOffloaded(offloaded)).not.toContain("[…]");
  });

  it("keep a short text even if the first ten lines are long", () => {
    const text = "word ".repeat(50_000);
    expect(countTokens(renderOffloaded(describeOffloaded(text, "a", "b")))).toBeLessThan(600);
  });
});

it("releaseDetail releases files loaded for a task, and keeps their paths", () => {
  const details = [
    { path: "a.ts", taskId: "1", text: "one two" },
    { path: "b.ts", taskId: "2", text: "three" },
    { path: "a.ts", taskId: "2", text: "one two" },
  ];
  expect(releaseDetail(details, "1")).toEqual({
    kept: details.slice(1),
    released: [{ path: "a.ts", tokens: 2 }],
    freedTokens: 2,
  });
  expect(releaseDetail(details, "3")).toEqual({ kept: details, released: [], freedTokens: 0 });
});
