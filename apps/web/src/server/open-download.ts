import type { Role } from "@baton/db";
import { type Authorization, authorize, REFUSAL_STATUS, type Refusal } from "./authorize";
import { type Context, createContext } from "./context";
import { isUnstorable } from "./is-unstorable";
import { RateLimit } from "./rate-limit";
import { refuseForeignDownload } from "./same-origin";

/** Maximum downloads per user and hour: each is an entry of the audit log, which is never deleted. */
const rate = new RateLimit(300, 3_600_000);

interface Opened<Params> extends Extract<Authorization, { ok: true }> {
  db: Context["db"];
  params: Params;
}

/**
 * Answers a download request of a permitted user, unless a page of another site led there.
 *
 * @param granted the row of the route in the table of permissions.
 * @param named   the parameters, as Next passes them to a route: decoded, unlike those of a page.
 * @param answer  gets the user, the workspace, the data source, and the parameters.
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
  // A text that PostgreSQL cannot store matches nothing.
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
