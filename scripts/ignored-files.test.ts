import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { ROOT, readText } from "./operating-table";

/** Files with secrets or agents' output, at the places named in the documents. */
const PRIVATE = [".env", ".env.production", "deploy/.env", "sessions/a.jsonl", ".data/secret"];
const SOURCES = ["apps/web/src/sessions/a.tsx", "apps/ingest/src/env.ts", "docker-compose.yml"];

/** Returns the paths that git ignores, whether they exist or not. */
function listIgnoredByGit(paths: readonly string[]): string[] {
  const { stdout, status } = spawnSync("git", ["check-ignore", "--no-index", ...paths], {
    cwd: ROOT,
    encoding: "utf8",
  });
  // Exit code 1: git ignores none of them.
  expect([0, 1]).toContain(status);
  return stdout.split("\n").filter((line) => line !== "");
}

/** Returns the paths that Docker excludes from the build, by the few pattern forms in Baton's file. */
function listIgnoredByDocker(paths: readonly string[]): string[] {
  const patterns = readText(".dockerignore")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const source = line
        .replace(/^\//, "")
        .replaceAll(".", "\\.")
        .replaceAll(/\*\*\/|\*/g, (stars) => (stars === "*" ? "[^/]*" : "(?:.*/)?"));
      return new RegExp(`^${source}(?:/|$)`);
    });
  return paths.filter((path) => patterns.some((pattern) => pattern.test(path)));
}

describe.each([
  ["git", listIgnoredByGit],
  ["Docker", listIgnoredByDocker],
])("%s", (_, listIgnored) => {
  it("ignores secrets and session files", () => expect(listIgnored(PRIVATE)).toEqual(PRIVATE));
  it("ignores no source file", () => expect(listIgnored(SOURCES)).toEqual([]));
});
