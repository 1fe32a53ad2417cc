import { expect, it } from "vitest";
import { fromExpiryInput, toExpiryInput } from "./expiry";

it("expiry inputs show the reader's time zone, and store UTC", () => {
  expect(toExpiryInput("2026-12-01T09:00:00Z", "Europe/Berlin")).toBe("2026-12-01T10:00");
  expect(fromExpiryInput("2026-12-01T10:00", "Europe/Berlin")).toBe("2026-12-01T09:00:00.000Z");
  expect(fromExpiryInput("2026-07-01T10:00", "Europe/Berlin")).toBe("2026-07-01T08:00:00.000Z");
});

it("an empty expiry input means no expiry", () => {
  expect(toExpiryInput(undefined, "UTC")).toBe("");
  expect(fromExpiryInput("", "UTC")).toBeUndefined();
});
