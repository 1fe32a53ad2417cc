import { expect, it } from "vitest";
import { findHits } from "./find-hits";

const PAGE = "apps/web/src/page.tsx";

const hitsOf = (file: string, source: string) =>
  findHits(file, source).map(({ textClass, line, rule, words }) => [textClass, line, rule, words]);

it.each([
  ["a comment of one line", "// Nobody reads this", [["comments", 1, 2, "Nobody"]]],
  ["a comment that wraps", "\n/**\n * It is held\n * against it\n */", [["comments", 2, 5, "held against"]]],
  ["two line comments as one text", "// Reads it\n// by itself", [["comments", 1, 11, "by itself"]]],
  [
    "a string",
    'const a = "This is no key";',
    [
      ["ui", 1, 8, "is no"],
      ["ui", 1, 14, "This is no"],
    ],
  ],
  ["a template", "const a = `#{n} lines that are gone`;".replace("#", "$"), [["ui", 1, 10, "that are gone"]]],
  ["an attribute", '<a title="Nobody" />', [["ui", 1, 2, "Nobody"]]],
  ["JSX text", "<p>\n  Newer, anew\n</p>", [["ui", 2, 16, "anew"]]],
])("findHits finds the words of %s", (_, source, hits) => {
  expect(hitsOf(PAGE, source)).toEqual(hits);
});

it.each([
  ["class names", '<a className="narrow stand in" />'],
  ["an import", 'import { a } from "./anew/nobody else";'],
  ["a type", 'type A = "stands in";'],
  ["SQL", "sql`select 1 where the_time > 0 and stands in`"],
  ["a word that only code reads", 'const kind = "notice";'],
  ["quoted code in a comment", "// Sets `notice`."],
  ["a text that continues after an expression", "<p>{n} of its budget</p>"],
])("findHits ignores %s", (_, source) => {
  expect(hitsOf(PAGE, source)).toEqual([]);
});

it("findHits reads the names of tests, but not their other strings", () => {
  const source =
    'describe("a key", () => { it.each([["Nobody"]])("lets nobody in", () => "Nobody else"); });';
  expect(hitsOf("packages/core/src/key.test.ts", source)).toEqual([
    ["tests", 1, 2, "nobody"],
    ["tests", 1, 22, "lets nobody in"],
  ]);
});

it("findHits counts strings outside of the pages as messages, except those of the sample", () => {
  const source = 'print("Nobody is here");';
  expect(hitsOf("apps/cli/src/main.ts", source)).toEqual([["messages", 1, 2, "Nobody"]]);
  expect(hitsOf("apps/cli/src/demo/portal.ts", source)).toEqual([]);
});

it("findHits reads headings, paragraphs, items and cells of Markdown, without code", () => {
  const page = [
    "# What it is",
    "It is held",
    "against `nobody`.",
    "- a list, anew",
    "",
    "```",
    "nobody",
    "```",
    "",
    "| name | where it stands |",
    "|---|---|",
  ].join("\n");
  expect(hitsOf("docs/page.md", page)).toEqual([
    ["docs", 1, 25, "What it is"],
    ["docs", 2, 5, "held against"],
    ["docs", 4, 16, "anew"],
    ["docs", 10, 20, "where it "],
    ["docs", 10, 25, "where it stands"],
  ]);
});
