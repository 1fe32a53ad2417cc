import { expect, it } from "vitest";
import { parseAsTimeZone, spellTimeZone } from "./time-zone";

it.each(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+3"])(
  "parseAsTimeZone accepts %s",
  (name) => {
    expect(parseAsTimeZone.parse(name)).toBe(name);
  },
);

it.each(["", "Mars/Olympus", "+02:00", "Europe/Berlin'; select 1", "<script>"])(
  "parseAsTimeZone rejects %j",
  (name) => {
    expect(parseAsTimeZone.parse(name)).toBeNull();
  },
);

it("spellTimeZone returns one spelling for a time zone", () => {
  expect(new Set(["Asia/Kolkata", "aSIA/kOLKATA", "ASIA/KOLKATA"].map(spellTimeZone)).size).toBe(1);
  expect(spellTimeZone("Europe/Berlin")).toBe("Europe/Berlin");
});
