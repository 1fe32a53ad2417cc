import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAccount, findAccount } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import Provider from "oidc-provider";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/auth/callback/[provider]/route";
import { identify } from "./identity";
import { appRouter } from "./root";
import { createCallerFactory } from "./trpc";

const PATH = process.env.BATON_BASE_PATH ?? "";
const BATON = `http://baton.localhost:3000${PATH}`;
const CLIENT = { client_id: "baton", client_secret: "a secret between the two of them" };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: Server;

/** Names users chose at the provider, if different from their login. */
const names: Record<string, string> = { trudy: "Trudy\u202e\r\nBcc: x@y.org" };

/** Starts a real provider on loopback, at which any user may sign in under any name. */
async function startProvider(): Promise<string> {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on a port");
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${BATON}/api/auth/callback/oidc`] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@corp.example`, email_verified: true, name: names[id] ?? id }),
    }),
  });
  server.on("request", provider.callback());
  return issuer;
}

beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    BATON_SECRET: "a secret of the tests, long enough to be one",
    BATON_URL: BATON,
    BATON_OIDC_ISSUER: await startProvider(),
    BATON_OIDC_CLIENT_ID: CLIENT.client_id,
    BATON_OIDC_CLIENT_SECRET: CLIENT.client_secret,
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.drop();
});

/** Stores the cookies of one server in one browser. */
class Cookies {
  private readonly values = new Map<string, string>();

  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.values.set(name, value);
    }
  }

  headers(): Headers {
    return new Headers({
      host: "baton.localhost:3000",
      cookie: [...this.values].map((pair) => pair.join("=")).join("; "),
    });
  }
}

/** Starts single sign-on at Baton and returns the URL to open. */
async function begin(baton: Cookies): Promise<string> {
  const responseHeaders = new Headers();
  const context = {
    liveMark: "",
    user: null,
    db: database.db,
    requestHeaders: baton.headers(),
    responseHeaders,
  };
  const address = await createCallerFactory(appRouter)(context).account.beginSingleSignOn();
  baton.take(responseHeaders);
  return address;
}

/** Signs in at the provider and consents, like a user; returns the callback URL. */
async function passProvider(start: string, login: string): Promise<string> {
  const cookies = new Cookies();
  let address = start;
  for (let step = 0; step < 12; step += 1) {
    if (address.startsWith(BATON)) return address;
    const isForm = address.includes("/interaction/");
    const prompt = isForm ? await readPrompt(address, cookies) : null;
    const answer = await fetch(address, {
      redirect: "manual",
      headers: cookieOf(cookies),
      ...(prompt && { method: "POST", body: new URLSearchParams({ prompt, login, password: "any" }) }),
    });
    cookies.take(answer.headers);
    address = new URL(answer.headers.get("location") ?? "", address).href;
  }
  throw new Error("the provider leads nowhere");
}

async function readPrompt(address: string, cookies: Cookies): Promise<string> {
  const page = await (await fetch(address, { headers: cookieOf(cookies) })).text();
  return /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? "";
}

function cookieOf(cookies: Cookies): { cookie: string } {
  return { cookie: cookies.headers().get("cookie") ?? "" };
}

async function comeBack(address: string, baton: Cookies): Promise<string> {
  const answer = await GET(
    new Request(address.replace(`${PATH}/api/`, "/api/"), { headers: baton.headers() }),
  );
  baton.take(answer.headers);
  return answer.headers.get("location") ?? "";
}

describe("single sign-on", () => {
  it("creates an account for a user of the identity provider", async () => {
    const baton = new Cookies();
    const back = await passProvider(await begin(baton), "grace");
    expect(await comeBack(back, baton)).toMatch(new RegExp(`${PATH || "/"}$`));
    expect((await identify(baton.headers())).user).toMatchObject({
      name: "grace",
      email: "grace@corp.example",
    });
    expect(await findAccount(database.db, { email: "grace@corp.example" })).toMatchObject({
      isFounder: false,
    });
  });

  it("refuses a callback in another browser, or with a forged code", async () => {
    const [baton, other] = [new Cookies(), new Cookies()];
    const back = await passProvider(await begin(baton), "heidi");
    await comeBack(back, other);
    expect((await identify(other.headers())).user).toBeNull();
    const fresh = new Cookies();
    const forged = new URL(await passProvider(await begin(fresh), "ivan"));
    forged.searchParams.set("code", "made-up");
    await comeBack(forged.href, fresh);
    expect((await identify(fresh.headers())).user).toBeNull();
  });

  it("removes control characters from names", async () => {
    const baton = new Cookies();
    await comeBack(await passProvider(await begin(baton), "trudy"), baton);
    expect((await identify(baton.headers())).user).toMatchObject({ name: "Trudy Bcc: x@y.org" });
  });

  it("does not open an existing account with the same email", async () => {
    await createAccount(database.db, { name: "Mallory", email: "judy@corp.example", passwordHash: "h" });
    const baton = new Cookies();
    const back = await passProvider(await begin(baton), "judy");
    expect(await comeBack(back, baton)).toContain("account_not_linked");
    expect((await identify(baton.headers())).user).toBeNull();
  });
});
