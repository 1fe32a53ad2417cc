import { ensureFounder } from "@baton/db";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { signIn } from "../../test/sign-in";
import { createWebDatabase } from "../../test/web-database";
import { openDownload } from "./open-download";

// Which request an answer belongs to is known to Next alone.
vi.mock("next/server", () => ({ after: () => undefined }));

let database: Awaited<ReturnType<typeof createWebDatabase>>;
beforeAll(async () => {
  database = await createWebDatabase();
});
afterAll(() => database.drop());

it("takes names as Next gives them to a route, which are decoded: a percent sign is one, and leads to nothing else", async () => {
  await ensureWorkspace(database.db, { workspaceId: "w" });
  const headers = await signIn(database.db, (await ensureFounder(database.db)).id);
  const open = (named: { workspace: string; session: string }, query = "") =>
    openDownload(new Request(`http://localhost/?${query}`, { headers }), ["owner"], Promise.resolve(named));
  for (const session of ["100%", "a%2Fb", "a/b"]) {
    expect(await open({ workspace: "w", session })).toMatchObject({ ok: true, params: { session } });
  }
  for (const refused of [
    await open({ workspace: "%77", session: "s" }),
    await open({ workspace: "w", session: "a\0b" }),
    await open({ workspace: "w", session: "s" }, "actor=a%00b"),
  ]) {
    expect(refused.ok ? null : refused.response.status).toBe(404);
  }
});
