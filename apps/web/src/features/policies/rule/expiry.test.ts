import { expect, it } from "vitest";
import { fromExpiryInput, toExpiryInput } from "./expiry";

it("shows the end of a rule in the reader's zone, and writes it in UTC", () => {
  expect(toExpiryInput("2026-12-01T09:00:00Z", "Europe/Berlin")).toBe("2026-12-01T10:00");
  expect(fromExpiryInput("2026-12-01T10:00", "Europe/Berlin")).toBe("2026-12-01T09:00:00.000Z");
  expect(fromExpiryInput("2026-07-01T10:00", "Europe/Berlin")).toBe("2026-07-01T08:00:00.000Z");
});

it("takes an empty input for no end", () => {
  expect(toExpiryInput(undefined, "UTC")).toBe("");
  expect(fromExpiryInput("", "UTC")).toBeUndefined();
});
