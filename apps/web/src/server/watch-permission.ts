import "server-only";
import { authorize } from "./authorize";
import type { Context } from "./context";
import { concealError } from "./failure";
import { identify } from "./identity";
import { PROCEDURES, type WorkspaceProcedureName } from "./permissions";
import { refuse } from "./trpc";

/** Maximum time, in milliseconds, that a stream continues after its user signed out or lost their role. */
const INTERVAL = 15_000;

/**
 * Rechecks the user's permission regularly for a long-running request.
 *
 * @param operation its row in the table of permissions.
 * @returns a signal that is aborted, with the error to send, once the permission ends; and a function to
 * stop.
 */
export function watchPermission(
  { db, requestHeaders }: Pick<Context, "db" | "requestHeaders">,
  operation: WorkspaceProcedureName,
  workspaceId: string,
): { signal: AbortSignal; stop: () => void } {
  const lost = new AbortController();
  const look = async () => {
    try {
      const { user } = await identify(requestHeaders);
      const authorization = await authorize({ db, user }, PROCEDURES[operation], workspaceId);
      if (!authorization.ok) lost.abort(refuse(authorization.refusal, workspaceId));
    } catch (error) {
      lost.abort(concealError(error, { path: operation, type: "subscription" }));
    }
  };
  const timer = setInterval(() => void look(), INTERVAL);
  return { signal: lost.signal, stop: () => clearInterval(timer) };
}
