import { addMember, createAccount } from "@baton/db";
import { ensureWorkspace } from "@baton/db/write";
import { ensureFounder } from "@baton/services/account/ensure-founder";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signIn } from "../../test/sign-in";
import { createWebDatabase } from "../../test/web-database";
import { openDownload } from "./open-download";

let database: Awaited<ReturnType<typeof createWebDatabase>>;
beforeAll(async () => {
  database = await createWebDatabase();
});
afterAll(() => database.drop());

it("openDownload uses route parameters as Next decoded them, including percent signs", async () => {
  await ensureWorkspace(database.db, { workspaceId: "w" });
  const headers = await signIn(database.db, (await ensureFounder(database.db)).id);
  const open = async (named: { workspace: string; session: string }, query = "") => {
    const request = new Request(`http://localhost/?${query}`, { headers });
    const answer = await openDownload(request, ["owner"], Promise.resolve(named), async ({ params }) =>
      Response.json(params),
    );
    return answer.ok ? answer.json() : answer.status;
  };
  for (const session of ["100%", "a%2Fb", "a/b"]) {
    expect(await open({ workspace: "w", session })).toEqual({ workspace: "w", session });
  }
  expect(await open({ workspace: "%77", session: "s" })).toBe(404);
  expect(await open({ workspace: "w", session: "a\0b" })).toBe(404);
  expect(await open({ workspace: "w", session: "s" }, "actor=a%00b")).toBe(404);
  expect(await open({ workspace: "w", session: "a\ud800b" })).toBe(404);
});

it("openDownload allows three hundred files per user and hour, because each adds a permanent audit entry", async () => {
  const { id } =
    (await createAccount(database.db, { name: "Vera", email: "v@x.org", passwordHash: "h" })) ?? {};
  if (id === undefined) throw new Error("the address is free");
  await addMember(database.db, { workspaceId: "w", userId: id, roles: ["viewer"] });
  const headersOfVera = await signIn(database.db, id);
  const ask = () =>
    openDownload(
      new Request("http://localhost/", { headers: headersOfVera }),
      ["viewer"],
      Promise.resolve({ workspace: "w" }),
      async () => new Response("file"),
    );
  const answers = await Promise.all(Array.from({ length: 300 }, ask));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
});
