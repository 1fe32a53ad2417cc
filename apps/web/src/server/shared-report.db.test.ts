import { addMember, createAccount, listAuditPage } from "@baton/db";
import { addTotals } from "@baton/db/test";
import { deleteMember, ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWebDatabase } from "../../test/web-database";
import { appRouter } from "./root";
import { readSharedReport } from "./shared-report";
import { createCallerFactory } from "./trpc";

const WORKSPACE = "shared-report";
const VIEW = { range: "2026-03-10..2026-03-12", tz: "UTC", rule: "r" };
const DAY = 86_400_000;

let database: Awaited<ReturnType<typeof createWebDatabase>>;
beforeAll(async () => {
  database = await createWebDatabase();
  const { db } = database;
  await ensureWorkspace(db, { workspaceId: WORKSPACE });
  const at = new Date("2026-03-10T08:00:00Z");
  const sums = { handoffCount: 1, beforeTokens: 100, afterTokens: 40, savedTokens: 60 };
  await addTotals(db, WORKSPACE, [
    { at, ruleId: "r", ...sums },
    { at, ruleId: "other", ...sums },
  ]);
});
afterAll(() => database.drop());

const contextOf = (user: { id: string; name: string; email: string } | null) => ({
  liveMark: "",
  user,
  db: database.db,
  requestHeaders: new Headers(),
  responseHeaders: null,
});

it("a link shows one report to anyone, until it expires, is revoked, or its creator leaves", async () => {
  const { db } = database;
  const account = await createAccount(db, { name: "Ann", email: "ann@x.org", passwordHash: "h" });
  if (!account) throw new Error("the address is taken");
  const membership = { workspaceId: WORKSPACE, userId: account.id };
  await addMember(db, { ...membership, roles: ["owner"] });
  const owner = createCallerFactory(appRouter)(
    contextOf({ id: account.id, name: "Ann", email: "ann@x.org" }),
  );
  const share = async () => {
    const { address } = await owner.reports.share({ workspace: WORKSPACE, view: VIEW, days: 7 });
    return address.split("/").at(-1) ?? "";
  };
  const read = (token: string, workspace = WORKSPACE, now = Date.now()) =>
    readSharedReport(contextOf(null), { workspace, token, now });

  const token = await share();
  const shared = await read(token);
  expect(shared?.savings.sums).toMatchObject({ handoffCount: 1, savedTokens: 60 });
  expect([shared?.view.rule, shared?.by]).toEqual(["r", "Ann"]);
  expect(await read("guessed")).toBeNull();
  expect(await read(token, "another")).toBeNull();
  expect(await read(token, WORKSPACE, Date.now() + 8 * DAY)).toBeNull();

  const [link] = await owner.reports.links({ workspace: WORKSPACE });
  expect(JSON.stringify(link)).not.toContain(token);
  await owner.reports.revoke({ workspace: WORKSPACE, linkId: link?.linkId ?? 0 });
  expect(await read(token)).toBeNull();

  const second = await share();
  expect(await read(second)).not.toBeNull();
  await deleteMember(db, membership);
  expect(await read(second)).toBeNull();

  const entries = await listAuditPage(db, { workspaceId: WORKSPACE, after: 0 });
  expect(entries.map(({ action }) => action).filter((action) => action.startsWith("report."))).toEqual([
    "report.share",
    "report.revoke",
    "report.share",
  ]);
});
