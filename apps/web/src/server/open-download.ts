import type { Role } from "@baton/db";
import { type Authorization, authorize, REFUSAL_STATUS } from "./authorize";
import { type Context, createContext } from "./context";
import { holdsNul } from "./holds-nul";
import { takeRequestTurn } from "./person-turns";
import { refuseForeignDownload } from "./same-origin";

type Download<Params> =
  | (Extract<Authorization, { ok: true }> & { db: Context["db"]; params: Params })
  | { ok: false; response: Response };

/**
 * Opens a file of a workspace to whoever may take it away, unless another site's page has led there.
 *
 * @param granted the row of the route in the table of permissions.
 * @param named   the parameters, as Next gives them to a route: decoded, other than to a page.
 * @returns who asks, the workspace, what it is answered from, and the parameters; or the refusal.
 */
export async function openDownload<Params extends { workspace: string }>(
  request: Request,
  granted: readonly Role[],
  named: Promise<Params>,
): Promise<Download<Params>> {
  const foreign = refuseForeignDownload(request);
  if (foreign) return { ok: false, response: foreign };
  const params = await named;
  // What PostgreSQL has no text for names nothing that is there.
  if (holdsNul([params, ...new URL(request.url).searchParams.values()])) {
    return { ok: false, response: new Response(null, { status: 404 }) };
  }
  const context = await createContext({ headers: request.headers });
  const authorization = await authorize(context, granted, params.workspace);
  if (authorization.ok) {
    await takeRequestTurn(authorization.user.id, request.signal);
    return { ...authorization, db: context.db, params };
  }
  return { ok: false, response: new Response(null, { status: REFUSAL_STATUS[authorization.refusal] }) };
}
