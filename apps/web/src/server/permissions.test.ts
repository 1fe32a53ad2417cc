import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROLES } from "@baton/db";
import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import { describe, expect, it } from "vitest";
import { isPermitted, listPermitted, PAGES, PROCEDURES, ROUTES } from "./permissions";
import { appRouter } from "./root";

const APP = path.join(import.meta.dirname, "../app");
const METHODS =
  /export (?:async )?function (GET|HEAD|POST|PUT|PATCH|DELETE)\b|\bas (GET|HEAD|POST|PUT|PATCH|DELETE)\b/g;

/** Lists the files of one name below `app/`, each with the URL of its folder. */
function filesNamed(name: string): { address: string; text: string }[] {
  return readdirSync(APP, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === name)
    .map((file) => ({
      address: `/${path.dirname(file)}`.replace(/^\/\.$/, "/"),
      text: readFileSync(path.join(APP, file), "utf8"),
    }));
}

/** Returns the differences between the existing names and the table. */
function compare(found: readonly string[], table: object) {
  const rows = Object.keys(table);
  return {
    withoutRow: found.filter((name) => !rows.includes(name)),
    rowForNothing: rows.filter((name) => !found.includes(name)),
  };
}

const COMPLETE = { withoutRow: [], rowForNothing: [] };
/** Keyed by path: the type shows a tree, but the value is flat. */
const { procedures: byPath }: AnyTRPCRouter["_def"] = appRouter._def;
const procedures = Object.entries<AnyTRPCProcedure>(byPath);

describe("the permission table", () => {
  it("has one row for every procedure", () => {
    expect(compare(Object.keys(byPath), PROCEDURES)).toEqual(COMPLETE);
  });

  it("is used by every procedure under its own name", () => {
    expect(procedures.length).toBeGreaterThan(30);
    for (const [name, procedure] of procedures)
      expect([name, procedure._def.meta]).toEqual([name, { operation: name }]);
  });

  it("has one row for every page, which checks it", () => {
    const pages = filesNamed("page.tsx");
    expect(
      compare(
        pages.map(({ address }) => address),
        PAGES,
      ),
    ).toEqual(COMPLETE);
    const unguarded = pages.filter(
      ({ address, text }) => address.startsWith("/w/") && !text.includes(`openPage("${address}"`),
    );
    expect(unguarded.map(({ address }) => address)).toEqual([]);
  });

  it("has one row for every method of every route handler", () => {
    const routes = filesNamed("route.ts").flatMap(({ address, text }) =>
      [...text.matchAll(METHODS)].map((match) => `${match[1] ?? match[2]} ${address}`),
    );
    expect(compare(routes, ROUTES)).toEqual(COMPLETE);
  });

  it("has a check that finds missing and superfluous rows", () => {
    expect(compare(["a", "b"], { b: [], c: [] })).toEqual({ withoutRow: ["a"], rowForNothing: ["c"] });
  });
});

describe("roles", () => {
  it("add up: the role admin alone cannot read", () => {
    expect(listPermitted(["admin"])).not.toContain("sessions.list");
    expect(listPermitted(["admin", "viewer"])).toContain("sessions.list");
  });

  it("permit nothing to a user without one", () => {
    expect(listPermitted([])).toEqual([]);
    for (const role of ROLES) expect(isPermitted([role], [])).toBe(false);
  });

  it("permit no mutation to viewers, except of their own inbox, views and columns", () => {
    const changing = procedures.flatMap(([name, { _def }]) => (_def.type === "mutation" ? [name] : []));
    const own = [
      "inbox.markRead",
      "savedViews.save",
      "savedViews.rename",
      "savedViews.remove",
      "sessions.setColumns",
    ];
    expect(changing.filter((name) => listPermitted(["viewer"]).includes(name))).toEqual(own);
  });
});
