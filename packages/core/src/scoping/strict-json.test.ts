import { describe, expect, it } from "vitest";
import { parseStrictJson } from "./strict-json";

const refusalOf = (text: string) => {
  const parsed = parseStrictJson(text);
  return parsed.ok ? null : [parsed.finding.code, parsed.finding.path];
};

const lossyAt = (path: string) => ({
  code: "lossy_number",
  path,
  hint: "Write it as text.",
  message: "the number has more digits, or is larger or smaller, than a double-precision number can be",
});
const twiceAt = (path: string) => ({
  code: "duplicate_key",
  path,
  hint: "Remove one of the two.",
  message: "the object has the key `k` twice, so it is unclear which value applies",
});
const notJson = (message: string) => ({
  code: "not_json",
  path: "",
  message,
  hint: "Write one JSON value, without comments or trailing commas.",
});

describe("parseStrictJson", () => {
  it.each([
    ['{"a":1,"a":1}', "/a"],
    ['{"a":1,"b":{},"\\u0061":2}', "/a"],
    ['[{"x":[0,{"a":1 , "b":2,\n"a":3}]}]', "/0/x/1/a"],
    ['{"a/b":{"~":1,"~":2}}', "/a~1b/~0"],
    ['{"":1,"":2}', "/"],
    ['{"__proto__":1,"__proto__":2}', "/__proto__"],
    ['{"a\\"":1,"a\\"":2}', '/a"'],
    ['{"a":"{\\"a\\":1}","a":2}', "/a"],
  ])("rejects %s, which has a duplicate key", (text, path) => {
    expect(refusalOf(text)).toEqual(["duplicate_key", path]);
  });

  it.each([
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"a":"a","b":"a"}',
    '{"A":1,"a":2}',
    '["a","a"]',
    '{"x":["a","a"],"y":1}',
    '{"\\\\":1,"\\"":2}',
    '{"a":",\\"a\\":","b":1}',
    " 1 ",
  ])("accepts %s", (text) => {
    expect(refusalOf(text)).toBeNull();
  });

  it.each([
    "9007199254740993",
    "-9007199254740993",
    "1e400",
    "-1e400",
    "1e-400",
    "0.1000000000000000055511151231257827",
    "12345678901234567890",
    "3.14159265358979323846",
  ])("rejects the number %s, which parsing would change", (number) => {
    expect(refusalOf(number)).toEqual(["lossy_number", ""]);
    expect(refusalOf(`{"a":[0,${number}]}`)).toEqual(["lossy_number", "/a/1"]);
  });

  it.each([
    "0",
    "-0",
    "0.0",
    "0e999999999999",
    "1.50",
    "1e2",
    "1E+2",
    "100e-2",
    "0.1",
    "9007199254740992",
    "1000000000000000000000",
    "1e21",
    "5e-324",
    "1.7976931348623157e308",
    "0.30000000000000004",
    "00".slice(1),
  ])("accepts the number %s", (number) => {
    expect(refusalOf(`[${number}]`)).toBeNull();
  });

  it.each(["", "{", "{'a':1}", '{"a":1,}', "secret", "[1] secret", "NaN", '"\u0001"'])(
    "rejects %j, which is not JSON",
    (text) => {
      expect(refusalOf(text)).toEqual(["not_json", ""]);
      expect(JSON.stringify(parseStrictJson(text))).not.toContain("secret");
    },
  );

  it.each([
    ['{"a":[1,{"b":2},[3,9007199254740993]]}', lossyAt("/a/2/1")],
    ['[[],{},{"a":-1e400}]', lossyAt("/2/a")],
    ['{"x":"1,2","y":[[0],[1,2],1.00000000000000000001]}', lossyAt("/y/2")],
    ['[{"x":{"k":1}},{"y":[],"k":1,"k":2}]', twiceAt("/1/k")],
    ['{"a":{"k":["k"],"n":1},"b":[{"k":"k"},{"\\u006b":1,"k":2}]}', twiceAt("/b/1/k")],
    ['{"aaaaaaaaaa":1 "b":2}', notJson("the text is not JSON, from character 16 on")],
    ["secret", notJson("the text is not JSON")],
  ])("describes the error in %s, its place and a hint", (text, finding) => {
    expect(parseStrictJson(text)).toEqual({ ok: false, finding: { severity: "error", ...finding } });
  });

  it.each(["[0,-0,0.00,0e5,100,1.50,-1.5E2,1e2]", '{"a":[1,2],"b":["a","b"],"c":{"a":0.001}}', "[[],[],{}]"])(
    "parses %s",
    (text) => {
      expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
    },
  );
});
