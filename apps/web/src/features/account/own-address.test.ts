import { expect, it } from "vitest";
import { ownAddress } from "./own-address";

it("ownAddress returns a path of this server", () => {
  expect(ownAddress("/w/sample/overview?range=7d")).toBe("/w/sample/overview?range=7d");
  expect(ownAddress("/w/a%20b/sessions?of=/\\x#top")).toBe("/w/a%20b/sessions?of=/\\x#top");
});

it.each([
  null,
  undefined,
  "",
  "//elsewhere.example",
  "/\\elsewhere.example",
  "/\t/elsewhere.example",
  "/\n/elsewhere.example",
  "/\r\\elsewhere.example",
  "\t//elsewhere.example",
  "/.//elsewhere.example",
  "/w/..//elsewhere.example",
  "/%2e//elsewhere.example",
  "//[",
  "https://elsewhere.example",
  "javascript:alert(1)",
  "/w/sample/sessions/a/export?format=json",
  "/w/sample/sessions/a/%65xport",
  "/w/sample/audit/export",
  "/w/sample/r",
  "/w/sample/no-such-page",
  "/api/v1/openapi.json",
])("ownAddress returns the start page instead of %j", (wanted) => {
  expect(ownAddress(wanted)).toBe("/");
});
