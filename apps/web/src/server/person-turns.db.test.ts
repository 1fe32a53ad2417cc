import { ensureFounder } from "@baton/db";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { GET } from "@/app/api/trpc/[trpc]/route";
import { signIn } from "../../test/sign-in";
import { createWebDatabase } from "../../test/web-database";

/** What Next does after answers were sent: here it is done by hand. */
const { sent } = vi.hoisted(() => ({ sent: [] as (() => void)[] }));
vi.mock("next/server", () => ({ after: (task: () => void) => sent.push(task) }));

let database: Awaited<ReturnType<typeof createWebDatabase>>;
let headers: Headers;
beforeAll(async () => {
  database = await createWebDatabase();
  await ensureWorkspace(database.db, { workspaceId: "w" });
  headers = await signIn(database.db, (await ensureFounder(database.db)).id);
});
afterAll(() => database.drop());

function ask(path: string, signal?: AbortSignal): Promise<Response> {
  const request = new Request(`http://localhost/api/trpc/${path}`, { headers, signal: signal ?? null });
  return GET(request);
}

const LIST = "workspaces.list";

it("answers four requests of a person at once, and the next when all of one answer was sent", async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(LIST)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const leaving = new AbortController();
  let count = 0;
  const left = ask(LIST, leaving.signal).then(() => (count += 1));
  const fifth = ask(LIST).then((answer) => {
    count += 1;
    return answer;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([count, sent.length]).toEqual([0, 4]);
  leaving.abort();
  await left;
  sent[0]?.();
  expect((await fifth).status).toBe(200);
  for (const end of sent) end();
});

it("answers one question a request: a batch would be one turn of any size", async () => {
  const answer = await ask(`${LIST},${LIST}?batch=1&input=${encodeURIComponent('{"0":{},"1":{}}')}`);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("Batching is not enabled");
});
