import { describe, expect, it } from "vitest";
import { escapeKey, parseBlockedPattern, parseFieldPattern } from "./field-pattern";

const segmentsOf = (text: string) => {
  const parsed = parseFieldPattern(text);
  return parsed.ok ? parsed.segments : parsed.reason;
};

describe("parseFieldPattern", () => {
  it.each([
    ["ssn", [{ key: "ssn", arrays: 0 }]],
    [
      "claim.notes",
      [
        { key: "claim", arrays: 0 },
        { key: "notes", arrays: 0 },
      ],
    ],
    [
      "items[].ssn",
      [
        { key: "items", arrays: 1 },
        { key: "ssn", arrays: 0 },
      ],
    ],
    ["a[][]", [{ key: "a", arrays: 2 }]],
    ["*", [{ key: null, arrays: 0 }]],
    [
      "*[].x",
      [
        { key: null, arrays: 1 },
        { key: "x", arrays: 0 },
      ],
    ],
    ["a\\.b", [{ key: "a.b", arrays: 0 }]],
    ["\\*", [{ key: "*", arrays: 0 }]],
    ["x\\*\\[\\\\", [{ key: "x*[\\", arrays: 0 }]],
    ["x]", [{ key: "x]", arrays: 0 }]],
    ["]", [{ key: "]", arrays: 0 }]],
    [" ", [{ key: " ", arrays: 0 }]],
    ["__proto__", [{ key: "__proto__", arrays: 0 }]],
    ["cafe\u0301", [{ key: "caf\u00e9", arrays: 0 }]],
  ])("parses %j", (text, segments) => {
    expect(segmentsOf(text)).toEqual(segments);
  });

  it.each([
    ["", "a segment is empty"],
    [".", "a segment is empty"],
    ["a.", "a segment is empty"],
    [".a", "a segment is empty"],
    ["a..b", "a segment is empty"],
    ["[]", "a segment is empty"],
    ["a.[]", "a segment is empty"],
    ["a[", '"[" is not followed by "]"'],
    ["a[0]", '"[" is not followed by "]"'],
    ["a[][", '"[" is not followed by "]"'],
    ["a[]b", 'only ".", "[]" or the end may follow "[]"'],
    ["a[]]", 'only ".", "[]" or the end may follow "[]"'],
    ["a[]\\.", 'only ".", "[]" or the end may follow "[]"'],
    ["a*", '"*" is combined with other characters'],
    ["*a", '"*" is combined with other characters'],
    ["**", '"*" is combined with other characters'],
    ["*\\*", '"*" is combined with other characters'],
    ["a\\", "it ends with a backslash"],
    ["a\\b", 'a backslash precedes "b"'],
    ["a\\]", 'a backslash precedes "]"'],
  ])("rejects %j: %s", (text, reason) => {
    expect(segmentsOf(text)).toBe(reason);
  });
});

describe("escapeKey", () => {
  it("escapes a key so that it is parsed as that key", () => {
    expect(escapeKey("a.b*c[d]e\\f")).toBe("a\\.b\\*c\\[d]e\\\\f");
    expect(segmentsOf(escapeKey("*.[]"))).toEqual([{ key: "*.[]", arrays: 0 }]);
  });
});

describe("parseBlockedPattern", () => {
  it("rejects a key of only invisible characters, at any position", () => {
    for (const text of ["\u200b", "a.\u00ad\u2060", "\u200b[].a"]) {
      expect(parseBlockedPattern(text)).toEqual({
        ok: false,
        reason: "a key has only invisible characters",
      });
      expect(parseFieldPattern(text).ok).toBe(true);
    }
  });

  it("otherwise behaves like parseFieldPattern, with its reasons", () => {
    for (const text of ["*", "a.*[].b", "s\u200bsn", "a["]) {
      expect(parseBlockedPattern(text)).toEqual(parseFieldPattern(text));
    }
  });
});
