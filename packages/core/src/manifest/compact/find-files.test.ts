import { describe, expect, it } from "vitest";
import { readArtifact } from "./artifact";
import { factItem, findNamedFiles, languagesOf, lineItem, pathItem } from "./find-files";
import { HeadingReader } from "./heading-meaning";

function find(text: string) {
  return findNamedFiles(readArtifact([{ path: null, text }], new HeadingReader()), "files_created");
}

const pathsIn = (text: string) => find(text).map(({ path }) => path.text);

describe("findNamedFiles", () => {
  it("returns the first path of each item below a matching heading, without duplicates", () => {
    const text =
      "See src/other.ts.\n\n## Files Created\n\n- `src/a.ts` - imports src/b.ts\n- `src/a.ts`\n- config.yaml\n";
    expect(pathsIn(text)).toEqual(["src/a.ts", "config.yaml"]);
  });

  it("returns paths after a label and below it", () => {
    expect(pathsIn("**New files**: lib/one.py\n")).toEqual(["lib/one.py"]);
    expect(pathsIn("- **Files created**:\n  - lib/two.py\n")).toEqual(["lib/two.py"]);
  });

  it("ignores addresses, versions and words with a dot", () => {
    const text =
      "## Files Created\n\n- https://example.com/a.ts\n- v1.2.3\n- e.g. nothing\n- the end.of.it\n";
    expect(pathsIn(text)).toEqual([]);
  });

  it("ignores lines of more than a thousand characters", () => {
    expect(pathsIn(`## Files Created\n\n- ${"word ".repeat(220)}src/a.ts\n`)).toEqual([]);
  });
});

describe("a file as an item", () => {
  const [described] = find("## Files Created\n\n- `src/a.ts` reads one invoice\n");

  it("is the description in the text, or the path", () => {
    expect(described && lineItem(described).value).toBe("`src/a.ts` reads one invoice");
    expect(described && pathItem(described).value).toBe("src/a.ts");
  });

  it("from a file tree is the description of that path or its end in the text", () => {
    const named = described ? [described] : [];
    expect(factItem("packages/core/src/a.ts", named).value).toBe("`src/a.ts` reads one invoice");
    expect(factItem("src/b.ts", named)).toEqual({
      value: "src/b.ts",
      pieces: [{ key: "", text: "src/b.ts", excerpt: null }],
    });
  });
});

describe("languagesOf", () => {
  it("returns languages by file extension, most frequent first", () => {
    expect(languagesOf(["a.sql", "b.ts", "c.TSX", "d.constructor", "Makefile"])).toEqual([
      "TypeScript",
      "SQL",
    ]);
  });
});
