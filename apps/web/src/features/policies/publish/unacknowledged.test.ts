import { expect, it } from "vitest";
import { listUnacknowledged } from "./unacknowledged";

const fields = [{ field: "name" }, { field: "email" }, { field: "ssn" }];

it("asks for fields that are not known of, and for the reasons of those that are", () => {
  expect(listUnacknowledged(fields, new Map())).toEqual(["3 fields acknowledged"]);
  const acknowledged = new Map([
    ["name", { isKnown: true, reason: " " }],
    ["email", { isKnown: false, reason: "It is needed" }],
    ["ssn", { isKnown: true, reason: "It is needed" }],
  ]);
  expect(listUnacknowledged(fields, acknowledged)).toEqual(["1 field acknowledged", "a reason for 1 field"]);
  expect(listUnacknowledged([{ field: "ssn" }], acknowledged)).toEqual([]);
});
