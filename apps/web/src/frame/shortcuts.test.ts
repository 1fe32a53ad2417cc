import { expect, it } from "vitest";
import { findShortcut, SHORTCUTS } from "./shortcuts";

it("findShortcut recognizes single keys and pairs of keys", () => {
  expect(findShortcut("?", null)?.action).toBe("list");
  expect(findShortcut("s", "g")).toMatchObject({ action: "go", segment: "sessions" });
  expect(findShortcut("s", null)).toBeNull();
  expect(findShortcut("g", null)).toBeNull();
});

it("SHORTCUTS uses each key combination once", () => {
  const keys = SHORTCUTS.map((shortcut) => shortcut.keys.join(" "));
  expect(new Set(keys).size).toBe(keys.length);
});
