import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path)),
];

function read(document: string): string {
  return readFileSync(join(ROOT, document), "utf8");
}

/** Returns the matches of the pattern's first group. */
function find(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);
}

describe.each(DOCUMENTS)("%s", (document) => {
  it("links only to existing files", () => {
    const targets = find(read(document), /(?<!!)\[[^\]]*\]\((?!https?:)([^)#]+)/g);
    expect(targets.filter((target) => !existsSync(join(ROOT, dirname(document), target)))).toEqual([]);
  });

  it("shows only existing pictures", () => {
    const shown = find(read(document), /(?:!\[[^\]]*\]\(|\bsrc(?:set)?=")(?!https?:)([^)"]+)/g);
    expect(shown.filter((path) => !existsSync(join(ROOT, dirname(document), path)))).toEqual([]);
  });

  it("names only existing files and folders", () => {
    const named = find(read(document), /`((?:apps|packages|scripts|tools|e2e|docs)\/[\w@./[\]-]*)`/g);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("names only existing npm scripts", () => {
    const { scripts } = JSON.parse(read("package.json"));
    const named = find(read(document), /npm run ([\w:-]+)(?! -w)\b(?! -w)/g);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe("docs/images", () => {
  it("has no unused picture", () => {
    const texts = DOCUMENTS.map(read);
    const pictures = readdirSync(join(ROOT, "docs", "images"));
    expect(pictures.filter((name) => !texts.some((text) => text.includes(`images/${name}`)))).toEqual([]);
  });
});

describe("docs/architecture.md", () => {
  it("draws existing folders, including all packages and apps", () => {
    const drawing = /## Packages\n\n```\n([\s\S]*?)```/.exec(read("docs/architecture.md"))?.[1] ?? "";
    const drawn = readTree(drawing);
    expect(drawn.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    for (const parent of ["apps", "packages"]) {
      const there = readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}/`);
      expect(drawn).toEqual(expect.arrayContaining(there));
    }
  });
});

/**
 * Returns the folders of a drawing: one per line, or several separated by ` · `, each below the last line
 * with less indentation.
 */
function readTree(drawing: string): string[] {
  const parents: { indent: number; path: string }[] = [];
  return drawing.split("\n").flatMap((line) => {
    const [, space = "", names] = /^( *)((?:[\w./-]+\/)(?: · [\w./-]+\/)*)/.exec(line) ?? [];
    if (names === undefined) return [];
    while ((parents.at(-1)?.indent ?? -1) >= space.length) parents.pop();
    const parent = parents.at(-1)?.path ?? "";
    const [first = "", ...rest] = names.split(" · ");
    parents.push({ indent: space.length, path: `${parent}${first}` });
    return [first, ...rest.map((name) => join(dirname(first), name))].map((name) => `${parent}${name}`);
  });
}
