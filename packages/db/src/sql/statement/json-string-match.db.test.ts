import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase } from "../../../test/database";
import { containsJsonString } from "./json-string-match";
import { selectRows } from "./rows";

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function holds(text: string, value: string, part: "whole" | "any" = "whole") {
  const [row] = await selectRows(
    database.db,
    z.object({ holds: z.boolean() }),
    sql`select ${containsJsonString(sql`${text}::text`, value, part)} as holds`,
  );
  return row?.holds;
}

const escapeAll = (value: string, upper = false) =>
  `"${Array.from({ length: value.length }, (_, place) => {
    const hex = value.charCodeAt(place).toString(16).padStart(4, "0");
    return `\\u${upper ? hex.toUpperCase() : hex}`;
  }).join("")}"`;

it("the match finds a name in any JSON escaping", async () => {
  for (const name of ["anna", 'a"b\\c/d', "Jörg 🦉", "a.b*c[d](e)|f^g$", "tab\there", "x".repeat(256)]) {
    for (const written of [JSON.stringify(name), escapeAll(name), escapeAll(name, true)])
      expect([name, written, await holds(`{"k":[${written}]}`, name)]).toEqual([name, written, true]);
  }
  expect(await holds('{"k":"\\u0061nna"}', "anna")).toBe(true);
  expect(await holds('{"k":"a\\/b"}', "a/b")).toBe(true);
});

it("the match does not treat text between two strings as a name", async () => {
  for (const name of [":", ",", " : ", "},{"])
    expect(await holds('{"a":"b","c" : ["d"]},{"e":1}', name)).toBe(false);
});

it("the match finds nothing else", async () => {
  expect(await holds('{"k":"annas\\n"}', "anna")).toBe(false);
  expect(await holds('{"k":"\\u0041nna"}', "anna")).toBe(false);
  expect(await holds('{"k":"axb\\n"}', "a.b")).toBe(false);
  expect(await holds('{"k":"\\u0061nnas"}', "anna")).toBe(false);
  expect(await holds('{"k":"run \\u0061nna-1."}', "anna-1", "any")).toBe(true);
});
