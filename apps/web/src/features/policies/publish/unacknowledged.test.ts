import { expect, it } from "vitest";
import { listUnacknowledged } from "./unacknowledged";

const fields = [{ field: "name" }, { field: "email" }, { field: "ssn" }];

it("listUnacknowledged requires an acknowledgment for each field, and a reason for each acknowledged one", () => {
  expect(listUnacknowledged(fields, new Map())).toEqual(["3 fields acknowledged"]);
  const acknowledged = new Map([
    ["name", { isKnown: true, reason: " " }],
    ["email", { isKnown: false, reason: "It is needed" }],
    ["ssn", { isKnown: true, reason: "It is needed" }],
  ]);
  expect(listUnacknowledged(fields, acknowledged)).toEqual(["1 field acknowledged", "a reason for 1 field"]);
  expect(listUnacknowledged([{ field: "ssn" }], acknowledged)).toEqual([]);
});
