import { describe, expect, it } from "vitest";
import { readText, readVariableTable } from "./operating-table";

/** Read by every program that uses cold storage. */
const COLD_STORE = "packages/db/src/cold/env.ts";

/** Files in which each reader of the table reads its variables. */
const SOURCES: Record<string, { files: string[]; reading: RegExp }> = {
  web: { files: ["apps/web/src/env.ts", COLD_STORE], reading: /\b(?:process\.env\.)?([A-Z]+_[A-Z_]+)\b/g },
  ingest: { files: ["apps/ingest/src/env.ts", COLD_STORE], reading: /\b((?:AWS|BATON|DATABASE)_[A-Z_]+)\b/g },
  baton: { files: ["apps/cli/src/env.ts", COLD_STORE], reading: /\b((?:AWS|BATON|DATABASE)_[A-Z_]+)\b/g },
  plugin: {
    files: ["packages/adapters/claude-code/src/env.ts"],
    reading: /\b((?:BATON|CLAUDE)_[A-Z_]+)\b/g,
  },
  library: { files: ["packages/core/src/node/env.ts"], reading: /\b((?:BATON|CLAUDE)_[A-Z_]+)\b/g },
  start: {
    files: [
      "packages/launch/start-options.mjs",
      "packages/launch/start-baton.mjs",
      "packages/launch/sign-in-link.mjs",
    ],
    reading: /\b(?:ENVIRONMENT|environment)\.([A-Z_]+)\b/g,
  },
  Compose: { files: ["docker-compose.yml"], reading: /\$\{([A-Z_]+)/g },
  tests: {
    files: [
      "packages/core/test/soak.ts",
      "packages/core/test/chance.ts",
      "tools/bench/env.ts",
      "scripts/chromium.mjs",
    ],
    reading: /process\.env\.([A-Z_]+)\b/g,
  },
};

/** Removes comments, which read nothing. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|#).*$/gm, "");

function namesRead(reader: string): string[] {
  const { files, reading } = SOURCES[reader] ?? { files: [], reading: /$/g };
  const names = files.flatMap((file) =>
    [...withoutComments(readText(file)).matchAll(reading)].flatMap(([, name]) => name ?? []),
  );
  // Constants, not variables.
  return [...new Set(names)]
    .filter((name) => !["BASE_PATH", "LOG_LEVELS", "OTHER_PATH"].includes(name))
    .sort();
}

/** Returns the differences between a table and the programs, by reader. */
function findDifferences(table: Map<string, string[]>): string[] {
  return Object.keys(SOURCES).flatMap((reader) => {
    const listed = [...table].filter(([, readers]) => readers.includes(reader)).map(([name]) => name);
    const read = namesRead(reader);
    return [
      ...read.filter((name) => !listed.includes(name)).map((name) => `${reader} reads ${name}, unlisted`),
      ...listed.filter((name) => !read.includes(name)).map((name) => `${reader} does not read ${name}`),
    ];
  });
}

describe("the table of variables in docs/operating.md", () => {
  it("lists exactly the variables that each program reads", () => {
    const table = readVariableTable();
    expect(table.size).toBeGreaterThan(20);
    expect([...table.values()].flat().filter((reader) => !Object.hasOwn(SOURCES, reader))).toEqual([]);
    expect(findDifferences(table)).toEqual([]);
  });

  it("is caught if it differs from a program (negative control)", () => {
    const table = readVariableTable();
    table.delete("BATON_SECRET");
    table.set("BATON_COLOUR", ["ingest"]);
    expect(findDifferences(table)).toEqual([
      "web reads BATON_SECRET, unlisted",
      "ingest does not read BATON_COLOUR",
      "start reads BATON_SECRET, unlisted",
      "Compose reads BATON_SECRET, unlisted",
    ]);
  });
});
