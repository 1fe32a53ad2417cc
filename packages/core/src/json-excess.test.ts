import { expect, it } from "vitest";
import { findJsonExcess } from "./json-excess";

const excessOf = (text: string, maxValues = 100) =>
  findJsonExcess(new TextEncoder().encode(text), maxValues)?.code;

it.each([
  ["nothing", ""],
  ["a hundred values", `[${"1,".repeat(99)}1]`],
  ["commas and brackets in a string", JSON.stringify({ text: `[{,\\"`.repeat(500) })],
  ["a hundred levels", "[".repeat(100) + "]".repeat(100)],
])("findJsonExcess accepts %s", (_, text) => expect(excessOf(text)).toBeUndefined());

it.each([
  ["one value too many", `[${"1,".repeat(100)}1]`, "too_many_values"],
  [
    "nested arrays without commas",
    `[${`${"[".repeat(60)}${"]".repeat(60)},`.repeat(2)}1]`,
    "too_many_values",
  ],
  [
    "nested objects without commas",
    `[${`${'{"a":'.repeat(60)}1${"}".repeat(60)},`.repeat(2)}1]`,
    "too_many_values",
  ],
  ["one level too many", `${"[".repeat(201)}`, "too_deep"],
])("findJsonExcess rejects %s", (_, text, code) =>
  expect(excessOf(text, code === "too_deep" ? 1_000 : 100)).toBe(code),
);
