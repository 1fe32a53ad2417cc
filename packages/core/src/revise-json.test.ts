import { describe, expect, it } from "vitest";
import { readJsonText } from "./read-json";
import { reviseJsonText } from "./revise-json";

describe("readJsonText", () => {
  it("reads a value, with or without a byte order mark", () => {
    expect(readJsonText(' {"a": [1, null]} ')).toEqual({ ok: true, value: { a: [1, null] } });
    expect(readJsonText("\uFEFF{}")).toEqual({ ok: true, value: {} });
  });

  it.each(["", "{", "{'a': 1}", '{"a": 1,}', "// x\n{}", "NaN", "\uFEFF\uFEFF{}"])("rejects %j", (text) => {
    const read = readJsonText(text);
    expect(read.ok || read.findings.map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ["not_json", "error", ""],
    ]);
  });

  it("reports the position of invalid text, and which JSON is accepted", () => {
    const read = readJsonText('{"a": }');
    expect(read.ok || read.findings[0]?.message).toBe('Unexpected token \'}\', "{"a": }" is not valid JSON');
    expect(read.ok || read.findings[0]?.hint).toBe(
      "Correct the text; only plain JSON can be read, without comments and trailing commas.",
    );
  });

  it("rejects a duplicate key at any depth, in any spelling", () => {
    expect(readJsonText('{"a": 1, "b": [{"x/y": 1, "x\\u002fy": 2}], "a": 2}')).toEqual({
      ok: false,
      findings: [
        {
          code: "duplicate_key",
          severity: "error",
          path: "/b/0/x~1y",
          message: "the object has the key `x/y` twice, so it is unclear which value applies",
          hint: "Remove one of the two.",
        },
        {
          code: "duplicate_key",
          severity: "error",
          path: "/a",
          message: "the object has the key `a` twice, so it is unclear which value applies",
          hint: "Remove one of the two.",
        },
      ],
    });
    expect(readJsonText('{"a": {"b": 1}, "b": {"a": 1}}').ok).toBe(true);
  });

  it("rejects deeply nested text without throwing", () => {
    const read = readJsonText("[".repeat(100_000) + "]".repeat(100_000));
    expect(read.ok || read.findings[0]?.message).toBe("the text is nested too deep");
  });
});

describe("reviseJsonText", () => {
  it.each<[string, string, unknown, string]>([
    [
      "nothing if nothing changed",
      ' { "a" : 1.0,\n"b":[ ] }\n',
      { b: [], a: 1 },
      ' { "a" : 1.0,\n"b":[ ] }\n',
    ],
    ["a value", '{ "a" : 1.0, "b":2 }', { a: 1, b: 3 }, '{ "a" : 1.0, "b":3 }'],
    [
      "a deeply nested value",
      '{"x":{"a":[1, 2,{"k":"v"}]}}',
      { x: { a: [1, 5, { k: "w" }] } },
      '{"x":{"a":[1, 5,{"k":"w"}]}}',
    ],
    ["a removed key at the end", '{ "a": 1, "b": 2 }', { a: 1 }, '{ "a": 1 }'],
    ["a removed key at the beginning", '{ "a": 1, "b": 2 }', { b: 2 }, '{ "b": 2 }'],
    ["a removed key in the middle", '{"a":1,  "b":2,   "c":3}', { a: 1, c: 3 }, '{"a":1,  "c":3}'],
    ["every key, removed", '{ "a": 1 }', {}, "{}"],
    ["every element, removed", "[ 1, 2 ]", [], "[]"],
    ["an added key in compact text", '{"a":1}', { a: 1, b: { c: [1] } }, '{"a":1,"b":{"c":[1]}}'],
    ["an added key on one line", '{"a": 1}', { a: 1, b: 2 }, '{"a": 1, "b": 2}'],
    ["an added element on one line", '["a", "b"]', ["a", "b", "c"], '["a", "b", "c"]'],
    ["an element added to a single one", '["a"]', ["a", "b"], '["a", "b"]'],
    ["an element added at the start", '["a", "b"]', ["c", "a", "b"], '["c", "a", "b"]'],
    ["a removed element", '["a",  "b",   "c"]', ["b", "c"], '["b",   "c"]'],
    ["the type of a value", '{"a": [1]}', { a: { b: 1 } }, '{"a": {"b":1}}'],
    ["the whole text", " 1 ", "x", ' "x" '],
    ["text after a byte order mark", '\uFEFF{"a": 1}', { a: 2 }, '\uFEFF{"a": 2}'],
    ["the order of elements", "[1,  2, 3]", [3, 1, 2], "[3,  1,  2]"],
    ["two equal elements", "[1, 1]", [1, 1, 1], "[1, 1, 1]"],
    ["an empty object on one line", '{"a": {}}', { a: { b: 1 } }, '{"a": {"b": 1}}'],
  ])("edits %s", (_, text, value, revised) => {
    expect(reviseJsonText(text, value)).toBe(revised);
  });

  const rules = `{
\t"version": "1.0",   "rules": [
\t\t{ "rule_id": "x",  "fields": ["a","b"] },
\t\t{
\t\t\t"rule_id": "y"
\t\t}
\t],

\t"foreign": {"n": 1.50}
}
`;

  it("adds in the style of the text", () => {
    const x = { rule_id: "x", fields: ["a", "b"] };
    const value = {
      version: "1.0",
      rules: [x, { rule_id: "y", to: ["b"] }, { rule_id: "z" }],
      foreign: { n: 1.5 },
      more: {},
    };
    expect(reviseJsonText(rules, value)).toBe(`{
\t"version": "1.0",   "rules": [
\t\t{ "rule_id": "x",  "fields": ["a","b"] },
\t\t{
\t\t\t"rule_id": "y",
\t\t\t"to": [
\t\t\t\t"b"
\t\t\t]
\t\t},
\t\t{
\t\t\t"rule_id": "z"
\t\t}
\t],

\t"foreign": {"n": 1.50},   "more": {}
}
`);
  });

  it("recognizes an element by its rule_id at any position", () => {
    const value = {
      version: "1.0",
      rules: [{ rule_id: "y" }, { rule_id: "x", fields: ["b"] }],
      foreign: { n: 1.5 },
    };
    expect(reviseJsonText(rules, value)).toBe(`{
\t"version": "1.0",   "rules": [
\t\t{
\t\t\t"rule_id": "y"
\t\t},
\t\t{ "rule_id": "x",  "fields": ["b"] }
\t],

\t"foreign": {"n": 1.50}
}
`);
  });

  it("keeps the line endings of the text", () => {
    expect(reviseJsonText('{\r\n  "a": 1\r\n}\r\n', { a: 1, b: [1] })).toBe(
      '{\r\n  "a": 1,\r\n  "b": [\r\n    1\r\n  ]\r\n}\r\n',
    );
  });

  it("fills empty containers, with two spaces of indentation unless the text has its own", () => {
    expect(reviseJsonText("{\n}", { a: 1 })).toBe('{\n  "a": 1\n}');
    expect(reviseJsonText('{\n    "a": {}\n}', { a: { b: 1 } })).toBe(
      '{\n    "a": {\n        "b": 1\n    }\n}',
    );
    expect(reviseJsonText('{\n  "a": []\n}', { a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  });

  it("handles `__proto__` and names of inherited properties like any other key", () => {
    const before = '{"__proto__": {"a": 1}, "toString": 1}';
    expect(reviseJsonText(before, JSON.parse('{"__proto__": {"a": 2}, "constructor": 3}'))).toBe(
      '{"__proto__": {"a": 2}, "constructor": 3}',
    );
    expect(reviseJsonText(before, {})).toBe("{}");
  });
});
