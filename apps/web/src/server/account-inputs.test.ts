import { expect, it } from "vitest";
import { Name, readProfile } from "./account-inputs";

it.each(["Ada", "Åsa Öberg-Nguyễn", "山田 太郎", "عائشة", "O'Neill & Sons 🚀"])("Name accepts %j", (name) => {
  expect(Name.parse(` ${name} `)).toBe(name);
});

it.each([
  "Ada\nBcc: eve@example.org",
  "a\rb",
  "a\u001b[2Jb",
  "Ada\u202egnp.exe",
  "a\u2066b",
  "a\u2028b",
  "a\0b",
  " ",
  "\u200b",
  "\u3164\u200d",
  "\u2800",
  "\ufffc",
  "\u0301",
  "a\ud800b",
])("Name rejects %j", (name) => {
  expect(Name.safeParse(name).success).toBe(false);
});

it("readProfile returns only name and email that could also be entered in the form", () => {
  const email = "Eve@Corp.Example";
  expect(readProfile({ name: "Ada", email })).toEqual({ name: "Ada", email: "eve@corp.example" });
  expect(readProfile({ name: "Eve\u202e\u001b[31m\r\nBcc: x", email }).name).toBe("Eve [31m Bcc: x");
  expect(readProfile({ name: "a\0b\ud800c", email }).name).toBe("a b c");
  expect(readProfile({ name: "N".repeat(3_000_000), email }).name.length).toBeLessThanOrEqual(100);
  for (const name of [undefined, null, {}, ["a"], "", " \u202e "])
    expect(readProfile({ name, email }).name).toBe("eve@corp.example");
  for (const bad of [undefined, ["a@b.c"], "x\r\nBcc: y@z.q", `${"e".repeat(1_000)}@x.org`])
    expect(readProfile({ name: "Ada", email: bad }).email).toBe("");
});
