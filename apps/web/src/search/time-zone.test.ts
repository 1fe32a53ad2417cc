import { expect, it } from "vitest";
import { parseAsTimeZone, spellTimeZone } from "./time-zone";

it.each(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+3"])("takes %s", (name) => {
  expect(parseAsTimeZone.parse(name)).toBe(name);
});

it.each(["", "Mars/Olympus", "+02:00", "Europe/Berlin'; select 1", "<script>"])("refuses %j", (name) => {
  expect(parseAsTimeZone.parse(name)).toBeNull();
});

it("spells a zone in one way, whichever way it was asked for first", () => {
  expect(new Set(["Asia/Kolkata", "aSIA/kOLKATA", "ASIA/KOLKATA"].map(spellTimeZone)).size).toBe(1);
  expect(spellTimeZone("Europe/Berlin")).toBe("Europe/Berlin");
});
