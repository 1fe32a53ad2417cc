import { addMember, createAccount, endSignIns, notifyRows } from "@baton/db";
import { workspaceMember } from "@baton/db/schema";
import { ensureWorkspace } from "@baton/db/write";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { contextOf } from "../../../test/call-procedure";
import { signIn } from "../../../test/sign-in";
import { createWebDatabase } from "../../../test/web-database";
import { appRouter } from "../root";
import { createCallerFactory } from "../trpc";

const workspace = "w";
const NEWS = { workspaceId: workspace, sessionIds: ["s"], hasHandoffs: true, hasQuarantined: false };

let database: Awaited<ReturnType<typeof createWebDatabase>>;
let count = 0;

beforeAll(async () => {
  database = await createWebDatabase();
  await ensureWorkspace(database.db, { workspaceId: workspace });
});
afterAll(() => database.drop());
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** Opens a page as a reader, whose stream has sent a first row. */
async function openPage() {
  const { db } = database;
  count += 1;
  const reader = await createAccount(db, { name: "Vera", email: `vera${count}@x.org`, passwordHash: "h" });
  if (!reader) throw new Error("the address is free");
  await addMember(db, { workspaceId: workspace, userId: reader.id, roles: ["viewer"] });
  const context = { ...contextOf(db, reader), requestHeaders: await signIn(db, reader.id) };
  const rows = await createCallerFactory(appRouter)(context).live.rows({ workspace, lastEventId: "0-0" });
  const stream = rows[Symbol.asyncIterator]();
  // The first event means "some were missed", since the ID names a moment unknown to this process.
  expect(await stream.next()).toMatchObject({ done: false });
  return { reader, stream };
}

describe("the stream of new rows", () => {
  it("continues while its reader has the permission", async () => {
    const { stream } = await openPage();
    const next = stream.next();
    await vi.advanceTimersByTimeAsync(60_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await notifyRows(database.db, NEWS);
    expect(await next).toMatchObject({ done: false });
    await stream.return?.();
  });

  it("ends soon after its reader lost the role or was signed out", async () => {
    const [removed, signedOut] = [await openPage(), await openPage()];
    const ends = [
      expect(removed.stream.next()).rejects.toMatchObject({ code: "NOT_FOUND" }),
      expect(signedOut.stream.next()).rejects.toMatchObject({ code: "UNAUTHORIZED" }),
    ];
    await database.db.delete(workspaceMember).where(eq(workspaceMember.userId, removed.reader.id));
    await endSignIns(database.db, { userId: signedOut.reader.id });
    await vi.advanceTimersByTimeAsync(15_000);
    await Promise.all(ends);
  });
});
