import { describe, expect, it } from "vitest";
import { foldForms } from "../fold";
import { createNameHint, HARMLESS } from "./name-hint";

describe("createNameHint", () => {
  const mayAppear = createNameHint(["ssn", "internal_notes", "__proto__"]);

  it.each([
    "ssn: 1",
    '{"SSN":1}',
    '{\\"s sn\\":1}',
    "Internal notes = x",
    "internal-notes\n===",
    "| a | **ssn** |",
    "a,ssn",
    "<ssn type='x'>1",
    "ssn.value: 1",
    "__proto__: 1",
    "ѕѕn: 1",
    "s\u200bsn: 1",
    '{"\\u0073sn":1}',
  ])("finds a label in %j", (text) => expect(mayAppear(text)).toBe(true));

  it.each(["The light was green – two agree: 1", "the class needs notes, too", "über 5 € → ok", ""])(
    "finds none in %j",
    (text) => expect(mayAppear(text)).toBe(false),
  );

  it("takes no character for harmless that folds to ASCII or to nothing", () => {
    const harmless = new RegExp(`[${HARMLESS}]`);
    for (let code = 0x80; code < 0x10000; code += 1) {
      const character = String.fromCharCode(code);
      if (!harmless.test(character)) continue;
      const forms = foldForms(character);
      expect([code.toString(16), forms.some((form) => form === "" || /[\x21-\x7e]/.test(form))]).toEqual([
        code.toString(16),
        false,
      ]);
    }
  });
});
