import { expect, it } from "vitest";
import { isolateName, readableName } from "./readable-name";

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
