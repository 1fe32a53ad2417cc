import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { splitLines } from "./lines";

async function linesOf(...chunks: Buffer[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of splitLines(Readable.from(chunks))) lines.push(new TextDecoder().decode(line));
  return lines;
}

describe("splitLines", () => {
  const bytes = Buffer.from("first é\n\n😀 third\rstill\u2028third\nlast");
  const expected = ["first é", "", "😀 third\rstill\u2028third", "last"];

  it("ends lines only at line feeds, regardless of chunk boundaries", async () => {
    expect(await linesOf(bytes)).toEqual(expected);
    expect(await linesOf(...Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(expected);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(await linesOf(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(expected);
    }
  });

  it("returns no line for empty input, and none after the last line feed", async () => {
    expect(await linesOf()).toEqual([]);
    expect(await linesOf(Buffer.from("a\n"))).toEqual(["a"]);
  });
});
