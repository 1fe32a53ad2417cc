import type { Role } from "@baton/db";
import { type Authorization, authorize, REFUSAL_STATUS, type Refusal } from "./authorize";
import { type Context, createContext } from "./context";
import { isUnstorable } from "./is-unstorable";
import { RateLimit } from "./rate-limit";
import { refuseForeignDownload } from "./same-origin";

/** Files that one person takes away within an hour: each is a row of the audit log, which nobody deletes. */
const rate = new RateLimit(300, 3_600_000);

interface Opened<Params> extends Extract<Authorization, { ok: true }> {
  db: Context["db"];
  params: Params;
}

/**
 * Answers whoever may take a file of a workspace away, unless another site's page has led there.
 *
 * @param granted the row of the route in the table of permissions.
 * @param named   the parameters, as Next gives them to a route: decoded, other than to a page.
 * @param answer  is told who asks, the workspace, what it is answered from, and the parameters.
 */
export async function openDownload<Params extends { workspace: string }>(
  request: Request,
  granted: readonly Role[],
  named: Promise<Params>,
  answer: (opened: Opened<Params>) => Promise<Response>,
): Promise<Response> {
  const foreign = refuseForeignDownload(request);
  if (foreign) return foreign;
  const params = await named;
  // What PostgreSQL has no text for names nothing that is there.
  if (isUnstorable([params, ...new URL(request.url).searchParams.values()])) {
    return new Response(null, { status: 404 });
  }
  const context = await createContext({ headers: request.headers });
  const authorization = await authorize(context, granted, params.workspace);
  if (!authorization.ok) return refuse(authorization.refusal);
  const seconds = rate.take(authorization.user.id);
  if (seconds !== null) {
    const message = `Download limit reached. Try again in ${seconds} s.`;
    return new Response(message, { status: 429, headers: { "retry-after": String(seconds) } });
  }
  return answer({ ...authorization, db: context.db, params });
}

function refuse(refusal: Refusal): Response {
  return new Response(null, { status: REFUSAL_STATUS[refusal] });
}
