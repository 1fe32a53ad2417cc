import { ensureFounder } from "@baton/services/account/ensure-founder";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { POST } from "@/app/api/trpc/[trpc]/route";
import { GET } from "@/app/api/v1/[...path]/route";
import { POST as POST_MCP } from "@/app/mcp/route";
import { createSignInLink } from "../../test/sign-in";
import { createWebDatabase } from "../../test/web-database";
import { identify } from "./identity";

vi.hoisted(() => {
  process.env.BATON_BASE_PATH = "/baton";
  process.env.BATON_URL = "https://company.example/baton";
});
/** Next removes the base path before it calls a handler. */
const BATON = "https://company.example";
const FROM_HERE = {
  "content-type": "application/json",
  host: "company.example",
  origin: "https://company.example",
};

let database: Awaited<ReturnType<typeof createWebDatabase>>;
beforeAll(async () => {
  database = await createWebDatabase();
});
afterAll(() => database.drop());

it("a sign-in below a path sets a cookie that browsers send only below it", async () => {
  const token = await createSignInLink(database.db, (await ensureFounder(database.db)).id);
  const body = JSON.stringify({ json: { token } });
  const address = `${BATON}/api/trpc/account.signInByLink`;
  const answer = await POST(new Request(address, { method: "POST", headers: FROM_HERE, body }));
  expect(answer.status).toBe(200);
  const [value = "", ...attributes] = answer.headers.getSetCookie()[0]?.split("; ") ?? [];
  expect(value).toMatch(/^__Secure-baton\.session_token=./);
  expect(attributes).toEqual(expect.arrayContaining(["Path=/baton", "HttpOnly", "Secure", "SameSite=Lax"]));
  expect((await identify(new Headers({ cookie: value }))).user).toMatchObject({ name: "Local owner" });
});

it("the HTTP API and MCP answer below a path, and name it in the OpenAPI document", async () => {
  const ask = (path: string) => GET(new Request(`${BATON}${path}`, { headers: FROM_HERE }));
  const Document = z.object({
    servers: z.unknown(),
    paths: z.looseObject({ "/api/v1/policy": z.unknown() }),
  });
  const document = Document.parse(await (await ask("/api/v1/openapi.json")).json());
  expect(document.servers).toEqual([{ url: "/baton" }]);
  expect((await ask("/api/v1/policy")).status).toBe(401);
  expect((await ask("/api/v1/nothing")).status).toBe(404);
  const request = new Request(`${BATON}/mcp`, { method: "POST", headers: FROM_HERE, body: "{}" });
  expect((await POST_MCP(request)).status).toBe(401);
});
