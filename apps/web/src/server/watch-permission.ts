import "server-only";
import { authorize } from "./authorize";
import type { Context } from "./context";
import { concealError } from "./failure";
import { identify } from "./identity";
import { PROCEDURES, type WorkspaceProcedureName } from "./permissions";
import { refuse } from "./trpc";

/** So long, in milliseconds, a stream goes on for somebody who was signed out, or lost their role. */
const INTERVAL = 15_000;

/**
 * Looks again and again whether who asked may still, for what goes on after it was let in.
 *
 * @param operation the row of the table of permissions that it goes by.
 * @returns a signal that is aborted, with the error to give, once they may not; and what ends the looking.
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
