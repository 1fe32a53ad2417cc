import { addMember, connect, createAccount, createApiKey } from "@baton/db";
import { ensureWorkspace } from "@baton/db/write";
import { TRPCError } from "@trpc/server";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callProcedure, contextOf } from "../../test/call-procedure";
import { createWebDatabase } from "../../test/web-database";
import { createRoutes } from "./api/create-routes";
import { PolicyChanges } from "./api/policy-changes";
import type { User } from "./identity";
import { readInput } from "./read-input";
import { appRouter } from "./root";
import { createCallerFactory } from "./trpc";

const NUL = "a\0b";
/** Not a valid time in milliseconds (ECMA-262, 21.4.1.1). */
const NO_MOMENT = 1e300;

let database: Awaited<ReturnType<typeof createWebDatabase>>;
let ask: (name: string, input: object) => Promise<string>;
let fetchApi: (path: string) => Promise<number>;
let changes: PolicyChanges;
let vera: User;

beforeAll(async () => {
  database = await createWebDatabase();
  const { db } = database;
  await ensureWorkspace(db, { workspaceId: "w" });
  const account = await createAccount(db, { name: "Vera", email: "vera@x.org", passwordHash: "h" });
  if (!account) throw new Error("the address is free");
  vera = account;
  await addMember(db, { workspaceId: "w", userId: account.id, roles: ["viewer", "editor"] });
  const caller = createCallerFactory(appRouter)(contextOf(db, account));
  ask = (name, input) =>
    callProcedure(caller, name, { workspace: "w", ...input }).then(
      () => "answered",
      (error: unknown) => (error instanceof TRPCError ? error.code : String(error)),
    );
  const { token } = await createApiKey(db, {
    workspaceId: "w",
    name: "k",
    scopes: ["read"],
    createdBy: "test",
    expiresAt: null,
  });
  changes = new PolicyChanges(database.url, () => {});
  const headers = { authorization: `Bearer ${token}` };
  fetchApi = async (path) =>
    (await createRoutes({ db, changes }).fetch(new Request(`http://localhost/api/v1${path}`, { headers })))
      .status;
});
afterAll(async () => {
  await changes.close();
  await database.drop();
});

describe("procedures reject values that PostgreSQL cannot store", () => {
  it("such as a NUL in any text", async () => {
    expect(await ask("sessions.list", { search: NUL })).toBe("NOT_FOUND");
    expect(await ask("sessions.get", { session: NUL })).toBe("NOT_FOUND");
    expect(await ask("documents.list", { finding: "\ud800" })).toBe("NOT_FOUND");
    expect(await ask("sessions.list", { workspace: NUL })).toBe("NOT_FOUND");
    expect(await ask("savedViews.save", { page: "savings", name: NUL, params: { range: "30d" } })).toBe(
      "BAD_REQUEST",
    );
    expect(await fetchApi("/sessions?search=a%00b")).toBe(400);
    expect(await fetchApi("/sessions/a%00b/handoffs")).toBe(400);
  });

  it("and superjson references, because readInput parses every input", () => {
    expect(appRouter._def._config.transformer.input.deserialize).toBe(readInput);
  });

  it("and forged cursors", async () => {
    expect(await ask("sessions.list", { cursor: { value: NO_MOMENT, sessionId: "s" } })).toBe("BAD_REQUEST");
    expect(await ask("tasks.list", { cursor: { value: -NO_MOMENT, attemptId: "s" } })).toBe("BAD_REQUEST");
    const position = { sourceFileId: 1, generation: 0, sequence: 1, ordinal: 0 };
    const period = { range: "7d", tz: "UTC" };
    for (const occurredAt of ["x", "infinity", "0000-01-01T00:00:00.000Z", "9999-12-31 00:00:00+00"])
      expect(await ask("policies.seen.outlines", { ...period, cursor: { ...position, occurredAt } })).toBe(
        "BAD_REQUEST",
      );
    const of2026 = { ...position, occurredAt: "2026-01-01T00:00:00.000Z" };
    expect(await ask("policies.seen.outlines", { ...period, cursor: of2026 })).toBe("answered");
    for (const member of ["generation", "ordinal"])
      expect(await ask("policies.seen.outlines", { ...period, cursor: { ...of2026, [member]: 3e9 } })).toBe(
        "BAD_REQUEST",
      );
    for (const broken of [{ at: "zz" }, { at: of2026.occurredAt, generation: 3e9 }])
      expect(await ask("savings.handoffs", { ...period, cursor: { ...position, ...broken } })).toBe(
        "BAD_REQUEST",
      );
    for (const [name, cursor] of [
      ["documents.list", { documentId: "d" }],
      ["manifests.list", { manifestId: "m" }],
    ] as const) {
      const asked = { range: "7d", tz: "UTC", cursor: { ...cursor, writtenAt: new Date("-000001-01-01") } };
      expect(await ask(name, asked), name).toBe("BAD_REQUEST");
    }
    const quarantinedAt = new Date("+010000-01-01");
    expect(await ask("ingest.quarantine", { cursor: { ...position, quarantinedAt } })).toBe("BAD_REQUEST");
    const cursor = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    expect(await fetchApi(`/sessions?cursor=${cursor({ value: NO_MOMENT, sessionId: "s" })}`)).toBe(400);
    expect(await fetchApi(`/sessions?cursor=${cursor({ value: 0, sessionId: NUL })}`)).toBe(400);
    expect(await fetchApi(`/sessions?cursor=${cursor({ value: 0, sessionId: "s" })}`)).toBe(200);
  });
});

describe("procedures reject impossible dates and numbers", () => {
  it("such as a day after the last one, or a version number beyond the column", async () => {
    const lastDay = { range: "9999-12-31..9999-12-31", tz: "UTC" };
    expect(await ask("overview.savings", lastDay)).toBe("BAD_REQUEST");
    const at = "9999-12-31T23";
    expect(await ask("savings.handoffs", { range: "7d", tz: "UTC", at })).toBe("BAD_REQUEST");
    const until = new Date(8.64e15);
    expect(await ask("policies.seen.outlines", { range: "7d", tz: "UTC", cursor: null, until })).toBe(
      "BAD_REQUEST",
    );
    for (const procedure of ["policies.publications.get", "policies.publications.diff"])
      expect(await ask(procedure, { number: 2 ** 53 - 1 }), procedure).toBe("BAD_REQUEST");
  });
});

describe("a query over the time limit", () => {
  it("ends with an error, and frees its connection", async () => {
    const impatient = connect(database.url, { max: 1, statementSeconds: 0.2 });
    try {
      await database.db.transaction(async (tx) => {
        await tx.execute(sql`lock table session in access exclusive mode`);
        const caller = createCallerFactory(appRouter)(contextOf(impatient.db, vera));
        await expect(callProcedure(caller, "sessions.list", { workspace: "w" })).rejects.toMatchObject({
          code: "SERVICE_UNAVAILABLE",
          message: expect.stringContaining("Choose a shorter period"),
        });
      });
      expect((await impatient.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    } finally {
      await impatient.close();
    }
  });
});
