import { addMember, createAccount, ROLES, type Role } from "@baton/db";
import { ensureWorkspace } from "@baton/db/write";
import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callProcedure, contextOf } from "../../test/call-procedure";
import { createWebDatabase } from "../../test/web-database";
import { authorize } from "./authorize";
import type { Context } from "./context";
import type { User } from "./identity";
import { PAGES, PROCEDURES } from "./permissions";
import { appRouter } from "./root";
import { createCallerFactory, createRouter, userProcedure } from "./trpc";

const WORKSPACE = "theirs";

type Decision = "allowed" | "sign in" | "no such workspace" | "not permitted";
type Grant = "anyone" | "user" | readonly Role[];
type Person = { name: string; user: User | null; roles: readonly Role[] };

let database: Awaited<ReturnType<typeof createWebDatabase>>;
let people: Person[];

beforeAll(async () => {
  database = await createWebDatabase();
  for (const workspaceId of [WORKSPACE, "another"]) await ensureWorkspace(database.db, { workspaceId });
  people = [
    { name: "nobody", user: null, roles: [] },
    { name: "stranger", user: await buildUser("stranger", "another", ROLES), roles: [] },
  ];
  for (const role of ROLES)
    people.push({ name: role, user: await buildUser(role, WORKSPACE, [role]), roles: [role] });
});
afterAll(() => database.drop());

async function buildUser(name: string, workspaceId: string, roles: readonly Role[]): Promise<User> {
  const email = `${name}@x.org`;
  const account = await createAccount(database.db, { name, email, passwordHash: "h" });
  if (!account) throw new Error("the address is taken");
  await addMember(database.db, { workspaceId, userId: account.id, roles });
  return { id: account.id, name, email };
}

/** Returns the decision of the permission table. */
function expected(granted: Grant, { user, roles }: Person): Decision {
  if (granted === "anyone") return "allowed";
  if (!user) return "sign in";
  if (granted === "user") return "allowed";
  if (roles.length === 0) return "no such workspace";
  return granted.some((role) => roles.includes(role)) ? "allowed" : "not permitted";
}

/** Returns the actual decision. A permitted call may still fail because the rest of the input is missing. */
async function decide(call: () => Promise<unknown>): Promise<Decision> {
  try {
    await call();
    return "allowed";
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    if (error.message === "Sign in first.") return "sign in";
    if (error.message.startsWith("Workspace not found")) return "no such workspace";
    if (error.code === "FORBIDDEN" && error.message.startsWith("Your role ")) return "not permitted";
    return "allowed";
  }
}

/** Calls a procedure with only the workspace as input. */
function callAs(createCaller: (context: Context) => unknown, name: string, user: User | null) {
  return callProcedure(createCaller(contextOf(database.db, user)), name, { workspace: WORKSPACE });
}

/** Finds calls whose decision differs from the table. */
async function findDifferences(createCaller: (context: Context) => unknown, table: Record<string, Grant>) {
  const differences: string[] = [];
  for (const [name, granted] of Object.entries(table)) {
    const decisions = await Promise.all(
      people.map(({ user }) => decide(() => callAs(createCaller, name, user))),
    );
    for (const [index, person] of people.entries()) {
      const decision = decisions[index];
      if (decision !== expected(granted, person)) differences.push(`${name} × ${person.name}: ${decision}`);
    }
  }
  return differences;
}

describe("permissions", () => {
  it("equal the table for every procedure, for a visitor, a non-member and each role", async () => {
    expect(await findDifferences(createCallerFactory(appRouter), PROCEDURES)).toEqual([]);
  });

  it("equal the table for every page of a workspace", async () => {
    for (const [page, granted] of Object.entries<Grant>(PAGES)) {
      if (typeof granted === "string") continue;
      for (const person of people) {
        const { ok } = await authorize(contextOf(database.db, person.user), granted, WORKSPACE);
        expect([page, person.name, ok]).toEqual([page, person.name, expected(granted, person) === "allowed"]);
      }
    }
  });

  it("differ from the table if a procedure forgets the check", async () => {
    const broken = createRouter({
      members: { list: userProcedure("workspaces.list").query(() => "all of them") },
    });
    const differences = await findDifferences(createCallerFactory(broken), {
      "members.list": PROCEDURES["members.list"],
    });
    expect(differences).toEqual([
      "members.list × stranger: allowed",
      "members.list × viewer: allowed",
      "members.list × editor: allowed",
      "members.list × owner: allowed",
    ]);
  });

  it("do not reveal whether another workspace exists", async () => {
    const stranger = people[1]?.user ?? null;
    const caller = createCallerFactory(appRouter)(contextOf(database.db, stranger));
    const [theirs, none] = await Promise.all(
      [WORKSPACE, "no-such"].map((workspace) =>
        caller.sessions.list({ workspace }).catch(({ code }) => code),
      ),
    );
    expect([theirs, none]).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  });

  it("allow only an admin to create a workspace, and give that admin all roles in it", async () => {
    const create = (name: string) => {
      const user = people.find((person) => person.name === name)?.user ?? null;
      return createCallerFactory(appRouter)(contextOf(database.db, user)).workspaces.create({
        name: "Élan & Co",
      });
    };
    for (const name of ["viewer", "editor", "owner"])
      await expect(create(name)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await create("admin")).toEqual({ workspaceId: "elan-co" });
    expect(await create("stranger")).toEqual({ workspaceId: "elan-co-2" });
  });

  it("are removed with a role from the next request on", async () => {
    const user = await buildUser("leaver", WORKSPACE, ["admin"]);
    const list = () => decide(() => callAs(createCallerFactory(appRouter), "members.list", user));
    expect(await list()).toBe("allowed");
    const admin = people.find(({ name }) => name === "admin")?.user ?? null;
    const caller = createCallerFactory(appRouter)(contextOf(database.db, admin));
    await caller.members.change({ workspace: WORKSPACE, member: user.id, roles: ["viewer"] });
    expect(await list()).toBe("not permitted");
    await caller.members.remove({ workspace: WORKSPACE, member: user.id });
    expect(await list()).toBe("no such workspace");
  });
});
