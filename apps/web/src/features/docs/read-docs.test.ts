import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { resolveLink } from "./doc-text";
import { addressOfDoc, loadDocs } from "./read-docs";

const ROOT = fileURLToPath(new URL("../../../../..", import.meta.url));

it("the README lists every guide", async () => {
  const { pages, groups } = await loadDocs(ROOT);
  const listed = groups.flatMap(({ guides }) => guides.map(({ address }) => address));
  const guides = [...pages.keys()].filter((address) => address.split("/").length === 3);
  expect(guides.filter((address) => !listed.includes(address))).toEqual([]);
  expect(listed.filter((address) => !pages.has(address))).toEqual([]);
});

it("links lead to pages of the documentation, and name other files", async () => {
  const { pages } = await loadDocs(ROOT);
  const resolve = (href: string, file = "docs/costs.md") => resolveLink(file, href, pages);
  expect(resolve("policies.md#review")).toBe("/docs/policies#review");
  expect(resolve("adr/README.md")).toBe("/docs/adr");
  expect(resolve("../architecture.md", "docs/adr/README.md")).toBe("/docs/architecture");
  expect(resolve("../README.md")).toBe("/docs");
  expect(resolve("#calibration")).toBe("#calibration");
  expect(resolve("../packages/core/src/index.ts")).toBeNull();
  expect(addressOfDoc("docs/adr/0001-x.md")).toBe("/docs/adr/0001-x");
});
