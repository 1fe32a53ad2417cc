import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countTokens, ENCODINGS } from "./count-tokens";

interface Vector {
  encoding: (typeof ENCODINGS)[number];
  text: string;
  count: number;
}

const vectors: Vector[] = readFileSync(new URL("../../conformance/tokens.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

test.each(ENCODINGS)("counts every conformance vector of %s exactly", (encoding) => {
  const own = vectors.filter((vector) => vector.encoding === encoding);
  expect(own.length).toBeGreaterThan(100);
  for (const { text, count } of own)
    expect({ text, count: countTokens(text, encoding) }).toEqual({ text, count });
});
