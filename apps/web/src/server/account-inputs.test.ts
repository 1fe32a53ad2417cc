import { expect, it } from "vitest";
import { Name } from "./account-inputs";

it.each(["Ada", "Åsa Öberg-Nguyễn", "山田 太郎", "عائشة", "O'Neill & Sons 🚀"])(
  "takes %j for a name",
  (name) => {
    expect(Name.parse(` ${name} `)).toBe(name);
  },
);

it.each([
  "Ada\nBcc: eve@example.org",
  "a\rb",
  "a\u001b[2Jb",
  "Ada\u202egnp.exe",
  "a\u2066b",
  "a\u2028b",
  "a\0b",
  " ",
])("takes %j for none", (name) => {
  expect(Name.safeParse(name).success).toBe(false);
});
