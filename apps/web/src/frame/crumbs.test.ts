import { expect, it } from "vitest";
import { crumbsOf } from "./crumbs";

const labels = (pathname: string) => crumbsOf(pathname, "Claims").map(({ label }) => label);

it("names the workspace and the page", () => {
  expect(labels("/w/default/overview")).toEqual(["Claims", "Overview"]);
  expect(labels("/w/default")).toEqual(["Claims"]);
});

it("names what is looked at by its own id, unescaped", () => {
  expect(labels("/w/default/sessions/a%2Fb%20c")).toEqual(["Claims", "Sessions", "a/b c"]);
  expect(crumbsOf("/w/my%20work/sessions/a%2Fb", "Mine").at(-1)?.href).toBe("/w/my%20work/sessions/a%2Fb");
});

it("takes any text for an id", () => {
  expect(labels("/w/default/sessions/__proto__/handoffs/constructor")).toEqual([
    "Claims",
    "Sessions",
    "__proto__",
    "Handoff",
  ]);
});

it("says what a part of a session is, and leaves out its long id", () => {
  expect(labels("/w/default/sessions/s1/handoffs/toolu_01:call")).toEqual([
    "Claims",
    "Sessions",
    "s1",
    "Handoff",
  ]);
});

it("takes an address that cannot be unescaped as it is", () => {
  expect(labels("/w/default/sessions/%E0%A4")).toEqual(["Claims", "Sessions", "%E0%A4"]);
});

it("shortens an id that is a hash", () => {
  expect(labels(`/w/default/manifests/${"3cffa50cce2a".padEnd(64, "0")}`).at(-1)).toBe("3cffa50cce2a");
});

it("names a page below a page, and leaves an id alone that is called alike", () => {
  expect(labels("/w/default/manifests/rollout").at(-1)).toBe("Rollout");
  expect(labels("/w/default/sessions/rollout").at(-1)).toBe("rollout");
});

it("leads to a page that stands under another one by way of that", () => {
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

it("tells no more of an address than pages have", () => {
  expect(labels(`/w/default/overview${"/a".repeat(7_000)}`)).toHaveLength(2 + 6);
});
