import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { insertSpeedTable } from "../tools/bench/speed-table.mjs";
import { ROOT, readText } from "./operating-table";

const PAGE = readText("docs/quality.md");

/** Returns the tests that a project of `npm test` runs for the given words. */
const FILES: Record<string, (words: string) => string> = {
  unit: (words) => words,
  db: (words) => words,
  e2e: (words) => `e2e/${words}.spec.ts`,
};

/** Returns the commands `npm test PROJECT WORDS` of a page, and those that would run no test. */
function findEmptyCommands(page: string): { commands: string[]; empty: string[] } {
  const found = [...page.matchAll(/`npm test (\w+) ([^`]+)`/g)];
  const isEmpty = (project = "", words = "") => {
    const file = FILES[project]?.(words) ?? "";
    return !existsSync(join(ROOT, file)) || file.endsWith(".db.test.ts") !== (project === "db");
  };
  return {
    commands: found.map(([command]) => command),
    empty: found.filter(([, project, words]) => isEmpty(project, words)).map(([command]) => command),
  };
}

describe("docs/quality.md", () => {
  it("has every promise, each with an existing test", () => {
    const numbers = [...PAGE.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 23 }, (_, index) => index + 1));
    const { commands, empty } = findEmptyCommands(PAGE);
    expect(commands.length).toBeGreaterThan(25);
    expect(empty).toEqual([]);
  });

  it("is caught if a command runs no test (negative control)", () => {
    const page =
      "`npm test db scripts/quality.test.ts` `npm test e2e sing-a-song` `npm test unit README.txt`";
    expect(findEmptyCommands(page).empty).toHaveLength(3);
  });

  it("has the values of the last bench", () => {
    const { rows } = JSON.parse(readText("tools/bench/results.json"));
    expect(rows.length).toBeGreaterThan(10);
    expect(insertSpeedTable(PAGE, rows)).toBe(PAGE);
    const [first, ...others] = rows;
    expect(insertSpeedTable(PAGE, [{ ...first, isMet: !first.isMet }, ...others])).not.toBe(PAGE);
  });
});
