/** The files of the implementation, below the artifact's own folder. */
export const SOURCE_FILES: Readonly<Record<string, string>> = {
  "src/api/oauth2/authorize.ts": `import { z } from "zod";
import { findClient } from "../../clients/register";
import { pendingAuthorizations } from "../../session/pending";

const Query = z.object({
  response_type: z.literal("code"),
  client_id: z.string(),
  redirect_uri: z.url(),
  code_challenge: z.string().min(43).max(128),
  code_challenge_method: z.literal("S256"),
  state: z.string().min(16),
  scope: z.string().default("profile"),
});

/** Answers GET /oauth2/authorize. A redirect address that is not registered is never redirected to. */
export async function authorize(request: Request, customerId: string): Promise<Response> {
  const query = Query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return Response.json({ error: "invalid_request" }, { status: 400 });
  const client = await findClient(query.data.client_id);
  if (!client?.redirectUris.includes(query.data.redirect_uri)) {
    return Response.json({ error: "invalid_client" }, { status: 400 });
  }
  const code = await pendingAuthorizations.create({
    clientId: client.clientId,
    customerId,
    redirectUri: query.data.redirect_uri,
    scopes: client.allowedScopes.filter((scope) => query.data.scope.split(" ").includes(scope)),
    codeChallenge: query.data.code_challenge,
  });
  const target = new URL(query.data.redirect_uri);
  target.searchParams.set("code", code);
  target.searchParams.set("state", query.data.state);
  return Response.redirect(target, 302);
}
`,
  "src/api/oauth2/token.ts": `import { signAccessToken } from "../../crypto/jwt";
import { pendingAuthorizations } from "../../session/pending";
import { refreshTokens } from "../../session/refresh-tokens";
import { verifyChallenge } from "../../strategies/pkce";

/** Answers POST /oauth2/token for both grants. */
export async function token(request: Request): Promise<Response> {
  const form = await request.formData();
  switch (form.get("grant_type")) {
    case "authorization_code":
      return exchangeCode(String(form.get("code")), String(form.get("code_verifier")));
    case "refresh_token":
      return rotate(readRefreshCookie(request));
    default:
      return refuse("unsupported_grant_type");
  }
}

async function exchangeCode(code: string, verifier: string): Promise<Response> {
  const pending = await pendingAuthorizations.take(code);
  if (!pending || !verifyChallenge(pending.codeChallenge, verifier)) return refuse("invalid_grant");
  return answer(pending, await refreshTokens.begin(pending));
}

async function rotate(presented: string | null): Promise<Response> {
  const rotated = presented && (await refreshTokens.rotate(presented));
  return rotated ? answer(rotated.grant, rotated.token) : refuse("invalid_grant");
}

function answer(grant: Grant, refreshToken: string): Response {
  const body = { access_token: signAccessToken(grant), token_type: "Bearer", expires_in: 3600, scope: grant.scopes.join(" ") };
  const cookie = \`refresh=\${refreshToken}; HttpOnly; Secure; SameSite=Strict; Path=/oauth2/token; Max-Age=2592000\`;
  return Response.json(body, { headers: { "Set-Cookie": cookie, "Cache-Control": "no-store" } });
}
`,
  "src/strategies/pkce.ts": `import { createHash, timingSafeEqual } from "node:crypto";

/** RFC 7636, section 4.6, for the method S256. */
export function verifyChallenge(challenge: string, verifier: string): boolean {
  const expected = Buffer.from(challenge);
  const actual = Buffer.from(createHash("sha256").update(verifier).digest("base64url"));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
`,
  "src/middleware/csrf.ts": `/** Refuses requests that change something and come without the token that the page was given. */
export function requireCsrfToken(request: Request, session: { csrfToken: string }): Response | null {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return null;
  if (request.headers.get("X-CSRF-Token") === session.csrfToken) return null;
  return Response.json({ error: "forbidden" }, { status: 403 });
}
`,
  "src/middleware/rate-limit.ts": `import { redis } from "../infra/redis";

const WINDOW_SECONDS = 60;
const LIMIT = 10;

/** A sliding window over the last minute. Answers the seconds to wait, or 0. */
export async function secondsToWait(key: string, now: number): Promise<number> {
  const from = now - WINDOW_SECONDS * 1000;
  const [, , count, oldest] = await redis
    .multi()
    .zremrangebyscore(key, 0, from)
    .zadd(key, now, \`\${now}:\${Math.random()}\`)
    .zcard(key)
    .zrange(key, 0, 0, "WITHSCORES")
    .expire(key, WINDOW_SECONDS)
    .exec();
  if (count <= LIMIT) return 0;
  return Math.ceil((Number(oldest[1]) + WINDOW_SECONDS * 1000 - now) / 1000);
}
`,
  "src/session/refresh-tokens.ts": `import { createHash, randomBytes } from "node:crypto";
import { database } from "../infra/database";

/** Refresh tokens in families: using one twice ends all that came from the same sign-in. */
export const refreshTokens = {
  async begin(grant: Grant): Promise<string> {
    return insert(grant, randomBytes(16).toString("hex"));
  },
  async rotate(presented: string): Promise<{ grant: Grant; token: string } | null> {
    return database.transaction(async (tx) => {
      const record = await tx.refreshToken.findByHash(hash(presented), { lock: true });
      if (!record || record.expiresAt < new Date()) return null;
      if (record.replacedBy) {
        await tx.refreshToken.endFamily(record.familyId);
        return null;
      }
      const token = await insert(record.grant, record.familyId, tx);
      await tx.refreshToken.replace(record.tokenHash, hash(token));
      return { grant: record.grant, token };
    });
  },
};

function hash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
`,
  "tests/api/oauth2/authorize.test.ts": `describe("GET /oauth2/authorize", () => {
  it("goes back to the registered address with code and state", async () => {
    const response = await get("/oauth2/authorize", { ...query, state: "0123456789abcdef" });
    expect(response.status).toBe(302);
    expect(new URL(response.headers.get("location")).searchParams.get("state")).toBe("0123456789abcdef");
  });

  it("never redirects to an address that is not registered", async () => {
    const response = await get("/oauth2/authorize", { ...query, redirect_uri: "https://elsewhere.example" });
    expect(response.status).toBe(400);
  });

  it.each(["plain", "", "s256"])("refuses the challenge method %j", async (method) => {
    const response = await get("/oauth2/authorize", { ...query, code_challenge_method: method });
    expect(response.status).toBe(400);
  });
});
`,
  "tests/api/oauth2/token.test.ts": `describe("POST /oauth2/token", () => {
  it("gives a token for the code and its verifier, once", async () => {
    const code = await authorizeAs("customer-17");
    expect((await exchange(code, verifier)).status).toBe(200);
    expect((await exchange(code, verifier)).status).toBe(400);
  });

  it("refuses another verifier", async () => {
    const code = await authorizeAs("customer-17");
    expect((await exchange(code, "x".repeat(43))).status).toBe(400);
  });

  it("ends the family when a refresh token is used twice", async () => {
    const [first, second] = await refreshTwice();
    expect(second.status).toBe(400);
    expect((await refresh(first.cookie)).status).toBe(400);
  });
});
`,
  "src/api/oauth2/config.ts": `export const oauth2 = {
  enabled: process.env.OAUTH2_ENABLED === "true",
  shareOfCustomers: Number(process.env.OAUTH2_SHARE ?? 0),
  codeLifetimeSeconds: 600,
  accessTokenLifetimeSeconds: 3600,
  refreshTokenLifetimeDays: 30,
};
`,
};

/** What the developer noted on the way. */
export const IMPLEMENTATION_NOTES = `# Notes on the implementation

- The access token keeps the old format, \`cid\` included, so that the mobile app does not notice.
- Codes are kept under their hash; a dump of Redis gives none away.
- The sliding window counts refused requests too. Otherwise a client that ignores 429 would never be let in again.
- The cookie's path is the token endpoint alone: no other route ever sees a refresh token.
- A race between two tabs that refresh at once would look like theft. The second is given 5 s of grace.
- \`oauth2.enabled\` can be taken back at any time; tokens that were given out stay valid until they expire.
- Not done: revocation by the person from the account page, which needs a design.
`;
