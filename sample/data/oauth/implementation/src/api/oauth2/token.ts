import { signAccessToken } from "../../crypto/jwt";
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
  const cookie = `refresh=${refreshToken}; HttpOnly; Secure; SameSite=Strict; Path=/oauth2/token; Max-Age=2592000`;
  return Response.json(body, { headers: { "Set-Cookie": cookie, "Cache-Control": "no-store" } });
}
