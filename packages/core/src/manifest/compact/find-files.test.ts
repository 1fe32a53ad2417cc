import { describe, expect, it } from "vitest";
import { readArtifact } from "./artifact";
import { factItem, findNamedFiles, languagesOf, lineItem, pathItem } from "./find-files";
import { HeadingReader } from "./heading-meaning";

function find(text: string) {
  return findNamedFiles(readArtifact([{ path: null, text }], new HeadingReader()), "files_created");
}

const pathsIn = (text: string) => find(text).map(({ path }) => path.text);

describe("findNamedFiles", () => {
  it("takes the first path of each item below a heading that means it, each once", () => {
    const text =
      "See src/other.ts.\n\n## Files Created\n\n- `src/a.ts` - imports src/b.ts\n- `src/a.ts`\n- config.yaml\n";
    expect(pathsIn(text)).toEqual(["src/a.ts", "config.yaml"]);
  });

  it("takes those behind a label, and below it", () => {
    expect(pathsIn("**New files**: lib/one.py\n")).toEqual(["lib/one.py"]);
    expect(pathsIn("- **Files created**:\n  - lib/two.py\n")).toEqual(["lib/two.py"]);
  });

  it("takes no addresses, versions or words with a dot for files", () => {
    const text =
      "## Files Created\n\n- https://example.com/a.ts\n- v1.2.3\n- e.g. nothing\n- the end.of.it\n";
    expect(pathsIn(text)).toEqual([]);
  });

  it("looks into no line of more than a thousand characters", () => {
    expect(pathsIn(`## Files Created\n\n- ${"word ".repeat(220)}src/a.ts\n`)).toEqual([]);
  });
});

describe("a file as an item", () => {
  const [described] = find("## Files Created\n\n- `src/a.ts` reads one invoice\n");

  it("is what the text says of it, or its path", () => {
    expect(described && lineItem(described).value).toBe("`src/a.ts` reads one invoice");
    expect(described && pathItem(described).value).toBe("src/a.ts");
  });

  it("is, of a file tree, what the text says of that path or its end", () => {
    const named = described ? [described] : [];
    expect(factItem("packages/core/src/a.ts", named).value).toBe("`src/a.ts` reads one invoice");
    expect(factItem("src/b.ts", named)).toEqual({
      value: "src/b.ts",
      pieces: [{ key: "", text: "src/b.ts", excerpt: null }],
    });
  });
});

describe("languagesOf", () => {
  it("names the languages of endings, the most frequent first", () => {
    expect(languagesOf(["a.sql", "b.ts", "c.TSX", "d.constructor", "Makefile"])).toEqual([
      "TypeScript",
      "SQL",
    ]);
  });
});
