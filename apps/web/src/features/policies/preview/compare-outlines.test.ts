import type { OutlineEntry } from "@baton/core";
import { expect, it } from "vitest";
import { compareOutlines } from "./compare-outlines";

const RECORDED: OutlineEntry[] = [
  { path: "a.score", tokens: 4 },
  { path: "a.ssn", tokens: 6, after: 0, cause: "blocked" },
  { path: "a.notes", tokens: 90, after: 12, cause: "summarized" },
  { path: "a.draft", tokens: 5, after: 0, cause: "mode" },
];

it("compareOutlines marks the fields with a different outcome", () => {
  const renewed: OutlineEntry[] = [
    { path: "a.score", tokens: 4, after: 0, cause: "not_allowed" },
    { path: "a.ssn", tokens: 6, after: 0, cause: "blocked" },
    { path: "a.notes", tokens: 90, after: 0, cause: "summarized" },
    { path: "a.draft", tokens: 5, after: 0, cause: "not_allowed" },
  ];
  const rows = compareOutlines(RECORDED, renewed);
  expect(rows.map(({ renewed: { path }, after, differs }) => [path, after, differs])).toEqual([
    ["a.score", 0, true],
    ["a.ssn", 0, false],
    ["a.notes", 0, false],
    ["a.draft", 0, true],
  ]);
});

it("compareOutlines returns no difference for the same outline", () => {
  expect(compareOutlines(RECORDED, RECORDED).filter(({ differs }) => differs)).toEqual([]);
});
