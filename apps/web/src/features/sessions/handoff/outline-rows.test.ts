import { expect, it } from "vitest";
import { toLeafRows, toOutlineRows } from "./outline-rows";

const ENTRIES = [
  { path: "fraud.score", tokens: 5 },
  { path: "fraud.notes", tokens: 40, after: 0, cause: "blocked" as const },
  { path: "in\\.take.a", tokens: 10, after: 0, cause: "mode" as const },
  { path: "in\\.take.b", tokens: 20, after: 0, cause: "mode" as const },
  { path: "observations[].tool", tokens: 3 },
  { path: "observations[].text", tokens: 30 },
  { path: "observations[].id", tokens: 4 },
  { path: "observations[].ssn", tokens: 6, after: 0, cause: "blocked" as const },
];

it("toOutlineRows lists the sender's fields one by one, and groups others by outcome", () => {
  expect(
    toOutlineRows(ENTRIES, "fraud").map(({ path, leafCount, isWhole, outcome, before, after }) => [
      path,
      leafCount,
      isWhole,
      outcome,
      before,
      after,
    ]),
  ).toEqual([
    ["fraud.score", 1, false, "passed", 5, 5],
    ["fraud.notes", 1, false, "blocked", 40, 0],
    ["in\\.take", 2, true, "mode", 30, 0],
    ["observations", 3, false, "passed", 37, 37],
    ["observations[].ssn", 1, false, "blocked", 6, 0],
  ]);
});

it("toOutlineRows recognizes a sender whose ID contains path syntax", () => {
  expect(toOutlineRows(ENTRIES, "in.take").filter((row) => row.path.startsWith("in"))).toHaveLength(2);
});

it("toOutlineRows lists leaked fields one by one", () => {
  const rows = toOutlineRows(ENTRIES, "fraud", new Set(["observations[].text"]));
  expect(
    rows.filter(({ path }) => path.startsWith("observations")).map((row) => [row.path, row.leafCount]),
  ).toEqual([
    ["observations[].text", 1],
    ["observations[].tool", 1],
    ["observations[].id", 1],
    ["observations[].ssn", 1],
  ]);
});

it("toLeafRows lists every leaf", () => {
  expect(toLeafRows(ENTRIES)).toHaveLength(ENTRIES.length);
});
