import { addMember, createAccount, createLink, ROLES } from "@baton/db";
import { searchDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { hashPassword } from "better-auth/crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callProcedure, contextOf } from "../../test/call-procedure";
import { createWebDatabase } from "../../test/web-database";
import { PROCEDURES } from "./permissions";
import { appRouter } from "./root";
import { createCallerFactory } from "./trpc";

const PASSWORD = "correct horse battery staple";

let database: Awaited<ReturnType<typeof createWebDatabase>>;
beforeAll(async () => {
  database = await createWebDatabase();
});
afterAll(() => database.drop());

/** Creates secrets that grant access; each was issued once, to its owner. */
async function buildSecrets() {
  const { db } = database;
  const workspace = "w";
  await ensureWorkspace(db, { workspaceId: workspace });
  const passwordHash = await hashPassword(PASSWORD);
  const ada = await createAccount(db, { name: "Ada", email: "ada@x.org", passwordHash });
  if (!ada) throw new Error("the address is free");
  await addMember(db, { workspaceId: workspace, userId: ada.id, roles: ROLES });
  const context = contextOf(db, ada);
  const caller = createCallerFactory(appRouter)(context);
  await caller.account.signIn({ email: "ada@x.org", password: PASSWORD });
  const cookie = context.responseHeaders?.getSetCookie()[0] ?? "";
  const { token: key } = await caller.keys.create({ workspace, name: "ci", scopes: ["read"], days: 1 });
  const invited = await caller.invitations.create({ workspace, email: null, roles: ["viewer"], days: 1 });
  const reset = await createLink(db, { userId: ada.id, purpose: "reset_password", lifetimeSeconds: 60 });
  const secrets = {
    password: PASSWORD,
    key,
    reset,
    invitation: new URL(invited.link).hash.slice(1),
    cookie: decodeURIComponent(/=([^;]+)/.exec(cookie)?.[1] ?? ""),
    signing: process.env.BATON_SECRET ?? "",
  };
  return { workspace, caller, secrets };
}

it("own secrets are neither in the database nor in any response except the one that creates them", async () => {
  const { workspace, caller, secrets } = await buildSecrets();
  const needles = Object.values(secrets);
  for (const needle of needles) expect(needle.length).toBeGreaterThan(20);
  expect(await searchDatabase(database.db, needles)).toEqual([]);

  const answers: string[] = [];
  const input = { workspace, range: "30d", tz: "UTC", after: 0, days: 1, kind: "workspace", id: workspace };
  for (const name of Object.keys(PROCEDURES)) {
    const isRead = /\.(?:get|list|facets|chain|guard|channels|preview|versions|status)$/.test(name);
    if (!isRead) continue;
    const answer = await callProcedure(caller, name, input).catch((error: unknown) => String(error));
    answers.push(JSON.stringify(answer) ?? "");
  }
  const all = answers.join("\n");
  for (const known of ["Ada", "ada@x.org", "ci", "viewer"]) expect(all).toContain(known);
  expect(needles.filter((needle) => all.includes(needle))).toEqual([]);

  await database.db.execute(
    sql`update workspace set name = ${`a ${secrets.key}`} where workspace_id = ${workspace}`,
  );
  expect(await searchDatabase(database.db, needles)).toEqual([`public.workspace: ${secrets.key}`]);
});
