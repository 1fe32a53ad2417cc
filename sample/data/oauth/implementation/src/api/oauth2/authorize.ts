import { z } from "zod";
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
