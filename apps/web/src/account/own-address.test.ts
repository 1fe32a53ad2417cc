import { expect, it } from "vitest";
import { ownAddress } from "./own-address";

it("leads to an address of this server", () => {
  expect(ownAddress("/w/sample/overview?range=7d")).toBe("/w/sample/overview?range=7d");
});

it.each([
  null,
  undefined,
  "",
  "//elsewhere.example",
  "/\\elsewhere.example",
  "https://elsewhere.example",
  "javascript:alert(1)",
])("leads to the start where %j is wanted", (wanted) => {
  expect(ownAddress(wanted)).toBe("/");
});
