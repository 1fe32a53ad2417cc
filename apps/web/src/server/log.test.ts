import { LOG_LEVELS } from "@baton/core/environment";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { isLogged, toLine } from "./log";

it("toLine returns one line without control characters, which can be parsed back", () => {
  const nasty = "a\nb\r\u001b[2J\u009b2J\u202e\u2028";
  const line = toLine("info", nasty, { nasty });
  expect(line).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(line)).toMatchObject({ message: nasty, nasty });
});

it("toLine omits the parameters of a failed query, and keeps the database's reason", () => {
  const cause = new Error("duplicate key value");
  const line = toLine("error", "failed", {
    error: new DrizzleQueryError("select $1", ["a-secret-token"], cause),
  });
  expect(line).toContain("select $1");
  expect(line).toContain("duplicate key value");
  expect(line).not.toContain("a-secret-token");
});

it("isLogged returns true for levels as severe as the setting or more", () => {
  expect(LOG_LEVELS.filter((level) => isLogged(level, "error"))).toEqual(["silent", "fatal", "error"]);
  expect(isLogged("info", "info")).toBe(true);
  expect(isLogged("error", "silent")).toBe(false);
});
