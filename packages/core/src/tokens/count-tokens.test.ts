import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import { countTokens } from "./count-tokens";
import { ENCODINGS } from "./encoding";

interface Vector {
  encoding: (typeof ENCODINGS)[number];
  text: string;
  count: number;
}

const vectors: Vector[] = readFileSync(new URL("../../conformance/tokens.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

const PROSE =
  "The adjuster who read the claim first asked for 2 photographs of the damage, and it's unclear why. ";
const SIZE = 100_000;
const HOSTILE: Record<string, string> = {
  "one letter": "a".repeat(SIZE),
  "one sign, of which many tokens are made": "-".repeat(SIZE),
  spaces: " ".repeat(SIZE),
  "mixed white space": " \t\n\r\u3000  ".repeat(SIZE / 9),
  letters: Array.from(
    { length: SIZE },
    (_, index) => "etaoinshrdlucmfwypvbgkqjxz"[(index * index * 7 + index) % 26],
  ).join(""),
  "one script": "漢字仮名交文".repeat(SIZE / 18),
  emoji: "👩‍👩‍👧‍👦".repeat(SIZE / 25),
  marks: "\u0301".repeat(SIZE / 2),
  digits: "1".repeat(SIZE),
};

describe("countTokens", () => {
  it.each(ENCODINGS)("matches every conformance vector of %s", (encoding) => {
    const own = vectors.filter((vector) => vector.encoding === encoding);
    expect(own.length).toBeGreaterThan(100);
    for (const { text, count } of own)
      expect({ text, count: countTokens(text, encoding) }).toEqual({ text, count });
  });

  it("uses cl100k_base by default", () => {
    expect(countTokens("Donaudampfschifffahrt")).toBe(countTokens("Donaudampfschifffahrt", "cl100k_base"));
    expect(countTokens("Donaudampfschifffahrt")).not.toBe(countTokens("Donaudampfschifffahrt", "o200k_base"));
  });

  it("counts special tokens as ordinary text", () => {
    expect(countTokens("<|endoftext|>")).toBe(7);
    expect(countTokens("a <|endoftext|> b <|im_start|> <|fim_prefix|>")).toBe(19);
  });

  it.each(ENCODINGS)("counts a lone surrogate as U+FFFD, %s", (encoding) => {
    expect(countTokens("a\ud800b\udc00", encoding)).toBe(countTokens("a\ufffdb\ufffd", encoding));
  });

  it.each(ENCODINGS.flatMap((encoding) => Object.keys(HOSTILE).map((name) => [encoding, name] as const)))(
    "takes at most ten times as long for hostile text as for prose, %s: %s",
    (encoding, name) => {
      const prose = PROSE.repeat(SIZE / PROSE.length);
      const due = 3 * Math.min(timeOf(prose, encoding), timeOf(prose, encoding));
      const text = HOSTILE[name] ?? "";
      // Guards against hanging: ten times the limit of the bench. Encoders that merge pair by pair take a
      // thousand times as long.
      expect(Math.min(timeOf(text, encoding), timeOf(text, encoding))).toBeLessThan(10 * due);
    },
  );
});

function timeOf(text: string, encoding: (typeof ENCODINGS)[number]): number {
  const start = cpuMilliseconds();
  countTokens(text, encoding);
  return cpuMilliseconds() - start;
}
