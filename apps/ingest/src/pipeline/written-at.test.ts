import { expect, it } from "vitest";
import { writtenAt } from "./written-at";

it("writtenAt returns the file's modification time, or the nearest one that can be stored", () => {
  const at = Date.UTC(2026, 2, 1, 10);
  expect(writtenAt({ mtimeMs: at }).getTime()).toBe(at);
  expect(writtenAt({ mtimeMs: Date.UTC(12_026, 0, 1) }).toISOString()).toBe("9999-12-31T23:59:59.999Z");
  expect(writtenAt({ mtimeMs: 9e18 }).toISOString()).toBe("9999-12-31T23:59:59.999Z");
  expect(writtenAt({ mtimeMs: -9e18 }).toISOString()).toBe("0001-01-01T00:00:00.000Z");
});
