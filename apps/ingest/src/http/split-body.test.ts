import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitArray, splitLines } from "./split-body";

const texts = (parts: readonly Buffer[]) => parts.map(String);

describe("splitLines", () => {
  it("splits only at line feeds, and needs none at the end", () => {
    expect(texts(splitLines(Buffer.from('{"a":1}\n\r\n\u2028 b\rc\nlast')))).toEqual([
      '{"a":1}',
      "\r",
      "\u2028 b\rc",
      "last",
    ]);
    expect(splitLines(Buffer.alloc(0))).toEqual([]);
  });
});

describe("splitArray", () => {
  it("returns each element as it was written, for any content", () => {
    const separator = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.jsonValue(), separator, separator)),
        fc.boolean(),
        (elements, hasMark) => {
          const written = elements.map(([value]) => JSON.stringify(value));
          const body = elements.map(([, before, after], index) => before + written[index] + after).join(",");
          const array = Buffer.from(`${hasMark ? "\uFEFF" : ""} [${body}]\n`);
          expect(texts(splitArray(array))).toEqual(written);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("keeps invalid elements, so that each is validated separately", () => {
    const body = Buffer.from('[ {"a":}, nonsense, "\\"],[", {"a":[1}} ]');
    expect(texts(splitArray(body))).toEqual(['{"a":}', "nonsense", '"\\"],["', '{"a":[1}}']);
  });

  it.each(["", "{}", "[", '["', "[1", "[1]]", "[1] x", '["\\', "null"])(
    "rejects %j, which is not an array",
    (text) => {
      expect(() => splitArray(Buffer.from(text))).toThrow("not an array of events");
    },
  );
});
