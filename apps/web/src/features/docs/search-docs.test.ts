import { expect, it } from "vitest";
import { searchDocs } from "./search-docs";

const page = (title: string, text: string) => ({ file: "x", title, text: `# ${title}\n\n${text}` });
const pages = new Map([
  [
    "/docs/costs",
    page(
      "Costs",
      "Prices of `models`.\n\n## Cache reads\n\nA token that is read.\n\n```\n# no heading\n```\n\n## Cache reads\n\nAgain.",
    ),
  ],
  ["/docs/policies", page("Policies", "A rule names fields. Models read them.")],
]);

it("finds sections with all words, in any case, and links to their headings", () => {
  expect(searchDocs(pages, "TOKEN read").map(({ page: title, address }) => [title, address])).toEqual([
    ["Costs", "/docs/costs#cache-reads"],
  ]);
  expect(searchDocs(pages, "again")[0]?.address).toBe("/docs/costs#cache-reads-1");
  expect(searchDocs(pages, "no heading")[0]?.heading).toBe("Cache reads");
  expect(searchDocs(pages, "rule price")).toEqual([]);
  expect(searchDocs(pages, "  ")).toEqual([]);
});

it("lists a page of that name first, with an excerpt without marks", () => {
  const [first] = searchDocs(pages, "models");
  expect(first).toMatchObject({ address: "/docs/costs", excerpt: "Prices of models." });
  expect(searchDocs(pages, "policies")[0]?.address).toBe("/docs/policies");
});

it("lists sections by how many of the words their heading has, and leaves out short words", () => {
  const many = new Map([
    ["/docs/a", page("Architecture", "Retention deletes data.")],
    ["/docs/b", page("Audit", "Why data is kept.\n\n## Delete data\n\nErase an agent.")],
  ]);
  const found = searchDocs(many, "delete my data").map(({ address }) => address);
  expect(found).toEqual(["/docs/b#delete-data", "/docs/a"]);
});
