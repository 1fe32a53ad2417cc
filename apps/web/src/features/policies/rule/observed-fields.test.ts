import { expect, it } from "vitest";
import { countObserved, findNearest, listNames, listOutputFields } from "./observed-fields";

const SEEN = [
  { path: "fraud_agent.fraud_score", handoffs: 90 },
  { path: "fraud_agent.items[].ssn", handoffs: 12 },
  { path: "fraud_agent.a\\.b", handoffs: 3 },
  { path: "intake_agent.claim.notes", handoffs: 40 },
  { path: "observations[].ssn", handoffs: 30 },
  { path: "original_input.claim_id", handoffs: 99 },
];

it("listOutputFields names the fields of a sender's output as an allowed list does", () => {
  expect(listOutputFields(SEEN, "fraud_agent").map(({ name }) => name)).toEqual([
    "fraud_score",
    "items[].ssn",
    "a\\.b",
  ]);
  expect(listOutputFields(SEEN, "*").map(({ name }) => name)).toContain("claim.notes");
  expect(listOutputFields(SEEN, "*").map(({ name }) => name)).not.toContain("claim_id");
});

it("listNames returns every key that can be blocked, at any depth", () => {
  const names = listNames(SEEN);
  expect(names.map(({ name }) => name)).toEqual([
    "claim_id",
    "fraud_score",
    "claim",
    "notes",
    "ssn",
    "items",
    "a\\.b",
  ]);
  expect(countObserved(names, "ssn")).toBe(30);
  expect(countObserved(names, "iban")).toBe(0);
});

it("countObserved counts a field if only its children are in the outlines", () => {
  const fields = listOutputFields(SEEN, "fraud_agent");
  expect(countObserved(fields, "items")).toBe(12);
  expect(countObserved(fields, "items[]")).toBe(12);
  expect(countObserved(fields, "item")).toBe(0);
  expect(countObserved(fields, "a")).toBe(0);
});

it("findNearest finds the name that was probably meant", () => {
  const options = [
    { name: "repair_time_days", handoffs: 5 },
    { name: "risk_level", handoffs: 9 },
  ];
  expect(findNearest("repair_tme_day", options)?.name).toBe("repair_time_days");
  expect(findNearest("repair_timeline", options)).toBeNull();
  expect(findNearest("r", [{ name: "rx", handoffs: 1 }])).toBeNull();
  expect(findNearest("iban", options)).toBeNull();
});
