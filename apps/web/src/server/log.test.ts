import { LOG_LEVELS } from "@baton/core/environment";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { isLogged, toLine } from "./log";

it("is one line that steers no terminal, whatever stands in it, and reads back as it was", () => {
  const nasty = "a\nb\r\u001b[2J\u009b2J\u202e\u2028";
  const line = toLine("info", nasty, { nasty });
  expect(line).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(line)).toMatchObject({ message: nasty, nasty });
});

it("keeps the values of a failed query to itself, and the reason that the database gave", () => {
  const cause = new Error("duplicate key value");
  const line = toLine("error", "failed", {
    error: new DrizzleQueryError("select $1", ["a-secret-token"], cause),
  });
  expect(line).toContain("select $1");
  expect(line).toContain("duplicate key value");
  expect(line).not.toContain("a-secret-token");
});

it("writes what is as grave as the setting, or graver", () => {
  expect(LOG_LEVELS.filter((level) => isLogged(level, "error"))).toEqual(["silent", "fatal", "error"]);
  expect(isLogged("info", "info")).toBe(true);
  expect(isLogged("error", "silent")).toBe(false);
});
