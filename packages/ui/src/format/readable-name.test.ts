import { expect, it } from "vitest";
import { isolateName, oneLine, readableName, readableText, splitNumber } from "./readable-name";

it.each([
  ["a\u202edne\u202ctriage", "a\\u202Edne\\u202Ctriage"],
  ["tri\u200bage\u0000\n", "tri\\u200Bage\\u0000\\u000A"],
  ["a\u2028b\ufeff\u{e0041}", "a\\u2028b\\uFEFF\\u{E0041}"],
  ["\ud800x", "\\uD800x"],
  ["tri\u200dage", "tri\\u200Dage"],
])("readableName escapes the hidden characters of %j", (name, shown) =>
  expect(readableName(name)).toBe(shown),
);

it.each(["intake_agent", "סוכן", "وكيل", "می\u200cخواهم", "👩\u200d🚀", "naïve café", "代理"])(
  "readableName keeps %s unchanged",
  (name) => expect(readableName(name)).toBe(name),
);

it("isolateName isolates only right-to-left names", () => {
  expect(isolateName("סוכן")).toBe("\u2068סוכן\u2069");
  expect(isolateName("intake_agent")).toBe("intake_agent");
});

it("readableText escapes what reorders or hides words, and keeps lines", () => {
  expect(readableText("a\u202eb\n\tc \u{e0041}")).toBe("a\\u202Eb\n\tc \\u{E0041}");
  expect(readableText("👩\u200d🚀 می\u200cخواهم")).toBe("👩\u200d🚀 می\u200cخواهم");
});

it("oneLine joins lines and escapes hidden characters", () => {
  expect(oneLine(" a\n\n  b\u202e ")).toBe("a b\\u202E");
});

it.each([
  ["reviewer #12", ["reviewer", " #12"]],
  ["reviewer #12b", ["reviewer #12b", ""]],
])("splitNumber splits %j", (name, parts) => expect(splitNumber(name)).toEqual(parts));
