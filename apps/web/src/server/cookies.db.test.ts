import { ensureFounder } from "@baton/services/account/ensure-founder";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST } from "@/app/api/trpc/[trpc]/route";
import { createSignInLink } from "../../test/sign-in";
import { createWebDatabase } from "../../test/web-database";
import { identify } from "./identity";

let database: Awaited<ReturnType<typeof createWebDatabase>>;
beforeAll(async () => {
  database = await createWebDatabase();
  process.env.BATON_URL = "https://baton.example";
});
afterAll(() => database.drop());

it("a session cookie over HTTPS is HttpOnly and host-only, in a response that is not cached", async () => {
  const token = await createSignInLink(database.db, (await ensureFounder(database.db)).id);
  const answer = await POST(
    new Request("https://baton.example/api/trpc/account.signInByLink", {
      method: "POST",
      headers: { "content-type": "application/json", host: "baton.example", origin: "https://baton.example" },
      body: JSON.stringify({ json: { token } }),
    }),
  );
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
  const [cookie = ""] = answer.headers.getSetCookie();
  const [value = "", ...attributes] = cookie.split("; ");
  expect(value).toMatch(/^__Host-baton\.session_token=./);
  expect(attributes).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]));
  expect(cookie).not.toMatch(/domain/i);
  expect((await identify(new Headers({ cookie: value }))).user).toMatchObject({ name: "Local owner" });
  expect((await identify(new Headers({ cookie: value.replace("__Host-", "") }))).user).toBeNull();
});
