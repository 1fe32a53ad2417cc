import { type ApiKey, type ApiKeyScope, type Database, verifyApiKey } from "@baton/db";
import { Refusal } from "./problem";

const REASONS = {
  unknown: "Invalid API key. Create one in Baton, under Settings → API keys.",
  revoked: "This API key was revoked. Create another one in Baton, under Settings → API keys.",
  expired: "This API key has expired. Create another one in Baton, under Settings → API keys.",
} as const;

/**
 * Returns the API key of a request.
 *
 * @param authorization the header: `Bearer baton_…`.
 * @param scopes the key needs one of these scopes.
 * @param verify checks the token; by default without a cache.
 * @throws Refusal 401 `no_key`, `unknown_key`, `revoked_key`, `expired_key`; 403 `wrong_scope`.
 */
export async function authenticate(
  db: Database,
  authorization: string | null | undefined,
  scopes: readonly ApiKeyScope[],
  verify: typeof verifyApiKey = verifyApiKey,
): Promise<ApiKey> {
  const [, token] = /^Bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  if (token === undefined) {
    const message = "Send an API key: `Authorization: Bearer baton_…`.";
    throw new Refusal(401, "no_key", message, challenge(""));
  }
  const verdict = await verify(db, { token, scopes });
  if (verdict.ok) return verdict.key;
  if (verdict.reason === "wrong_scope") {
    const message = `The API key lacks the scope \`${scopes.join("` or `")}\`.`;
    throw new Refusal(
      403,
      "wrong_scope",
      message,
      challenge(`insufficient_scope", scope="${scopes.join(" ")}`),
    );
  }
  throw new Refusal(401, `${verdict.reason}_key`, REASONS[verdict.reason], challenge("invalid_token"));
}

/** Returns the header that requests authentication (RFC 6750, section 3). */
function challenge(error: string) {
  const parts = ['Bearer realm="baton"', ...(error === "" ? [] : [`error="${error}"`])];
  return { headers: { "www-authenticate": parts.join(", ") } };
}
