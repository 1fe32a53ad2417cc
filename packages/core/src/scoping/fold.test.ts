import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import { foldForms, foldKey, normalizeKey } from "./fold";

describe("foldKey", () => {
  it.each([
    ["ASCII case", "SsN_1", "ssn_1"],
    ["full width", "ＳＳＮ", "ssn"],
    ["zero width space", "s\u200bsn", "ssn"],
    ["soft hyphen", "s\u00adsn", "ssn"],
    ["combining grapheme joiner", "ss\u034fn", "ssn"],
    ["Hangul filler", "\u3164ssn", "ssn"],
    ["variation selector", "ssn\ufe0f", "ssn"],
    ["bidi mark", "\u202essn\u202c", "ssn"],
    ["tag character, beyond the BMP", "ssn\u{e0041}", "ssn"],
    ["sharp s", "straße", "strasse"],
    ["capital sharp s, which is upper case already,", "STRAẞE", "straße"],
    ["final sigma", "ΣΑΣ", "σασ"],
    ["ligature", "ﬃx", "ffix"],
    ["decomposed", "cafe\u0301", "caf\u00e9"],
    ["letters that combine when the invisible one between them is removed", "e\u200b\u0301", "\u00e9"],
    ["dotted capital I", "İ", "i\u0307"],
    ["an emoji", "😀", "😀"],
    ["a lone surrogate", "a\ud800B", "a\ud800b"],
    ["only invisible characters", "\u200b\u2060 \t", ""],
    ["white space around and within", " s\tsn\u00a0", "ssn"],
    ["control characters", "s\u0000s\u007fn", "ssn"],
    ["white space in another script", "\u3000Ŝsn\u2003", "\u015dsn"],
  ])("folds %s", (_, key, folded) => {
    expect(foldKey(key)).toBe(folded);
  });

  it("distinguishes lookalikes of other scripts", () => {
    expect(foldKey("ѕѕn")).not.toBe("ssn");
  });
});

describe("foldForms", () => {
  it.each([
    ["SSN", "ssn"],
    ["ѕѕn", "ssn"],
    ["ΝΟΤΕS", "notes"],
    ["id", "\u0406d"],
    ["id", "\ua4f2d"],
    ["laws", "\u01c0aws"],
    ["νομος", "ΝΟΜΟΣ"],
    ["паспорт", "ПACПОРТ"],
  ])("matches %s and %s", (name, key) => {
    const forms = new Set(foldForms(name));
    expect(foldForms(key).some((form) => forms.has(form))).toBe(true);
  });

  it("distinguishes ASCII lookalikes", () => {
    expect(["modern", "id1", "o"].flatMap(foldForms)).toEqual(["modern", "id1", "o"]);
    expect(["modem", "idl", "0"].flatMap(foldForms)).toEqual(["modem", "idl", "0"]);
  });
});

describe("long runs of combining marks", () => {
  it.each([foldKey, normalizeKey])("are normalized in time", (form) => {
    const start = cpuMilliseconds();
    const formed = form(`a${"\u0301\u200d\u0327".repeat(100_000)}`);
    expect(formed.startsWith("a") || formed.startsWith("\u00e1")).toBe(true);
    // A square of their number takes minutes.
    expect(cpuMilliseconds() - start).toBeLessThan(10_000);
  });

  it.each(["\ufe0f", "\u034f", "\u200d"])(
    "do not displace a mark that distinguishes keys if they are invisible: %j",
    (unseen) => {
      expect(foldKey(`pre${unseen.repeat(100)}\u0301nom`)).toBe(foldKey("prénom"));
      expect(foldKey(`pre\u0301${unseen.repeat(100)}nom`)).toBe(foldKey("prénom"));
    },
  );

  it("are truncated to thirty, more than any word has", () => {
    const marks = (count: number) => `a${"\u0316".repeat(count)}`;
    expect(normalizeKey(marks(30))).toBe(marks(30));
    expect(normalizeKey(marks(40))).toBe(marks(30));
  });
});
