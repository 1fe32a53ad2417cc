import { expect, it } from "vitest";
import { crumbsOf } from "./crumbs";

const labels = (pathname: string) => crumbsOf(pathname, "Claims").map(({ label }) => label);

it("crumbsOf names the workspace and the page", () => {
  expect(labels("/w/default/overview")).toEqual(["Claims", "Overview"]);
  expect(labels("/w/default")).toEqual(["Claims"]);
});

it("crumbsOf names pages that no menu lists", () => {
  expect(labels("/w/default/compare")).toEqual(["Claims", "Sessions", "Compare"]);
  expect(labels("/w/default/report")).toEqual(["Claims", "Overview", "Report"]);
  expect(labels("/w/default/search")).toEqual(["Claims", "Search"]);
});

it("crumbsOf names an item by its decoded ID", () => {
  expect(labels("/w/default/sessions/a%2Fb%20c")).toEqual(["Claims", "Sessions", "a/b c"]);
  expect(crumbsOf("/w/my%20work/sessions/a%2Fb", "Mine").at(-1)?.href).toBe("/w/my%20work/sessions/a%2Fb");
});

it("crumbsOf accepts any text as an ID", () => {
  expect(labels("/w/default/sessions/__proto__/handoffs/constructor")).toEqual([
    "Claims",
    "Sessions",
    "__proto__",
    "Handoff",
  ]);
});

it("crumbsOf names parts of a session by type, without their long IDs", () => {
  expect(labels("/w/default/sessions/s1/handoffs/toolu_01:call")).toEqual([
    "Claims",
    "Sessions",
    "s1",
    "Handoff",
  ]);
});

it("crumbsOf keeps a URL that cannot be decoded", () => {
  expect(labels("/w/default/sessions/%E0%A4")).toEqual(["Claims", "Sessions", "%E0%A4"]);
});

it("crumbsOf shortens a hash", () => {
  expect(labels(`/w/default/manifests/${"3cffa50cce2a".padEnd(64, "0")}`).at(-1)).toBe("3cffa50cce2a");
});

it("crumbsOf names a subpage, and keeps an ID of the same name", () => {
  expect(labels("/w/default/manifests/rollout").at(-1)).toBe("Rollout");
  expect(labels("/w/default/sessions/rollout").at(-1)).toBe("rollout");
});

it("crumbsOf includes the parent page of a subpage", () => {
  expect(labels(`/w/default/tasks/${"3cffa50cce2a".padEnd(64, "0")}`)).toEqual([
    "Claims",
    "Artifacts",
    "Tasks",
    "3cffa50cce2a",
  ]);
  expect(crumbsOf("/w/default/documents", "Mine").map(({ href }) => href)).toEqual([
    "/w/default",
    "/w/default/manifests",
    "/w/default/documents",
  ]);
});

it("crumbsOf limits the number of crumbs", () => {
  expect(labels(`/w/default/overview${"/a".repeat(7_000)}`)).toHaveLength(2 + 6);
});
