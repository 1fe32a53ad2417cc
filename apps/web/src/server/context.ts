import "server-only";
import { database } from "./database";
import { identifyUser } from "./identity";

/**
 * What every procedure is given: who asks, and the database.
 *
 * @param request.headers         of the request.
 * @param request.responseHeaders where a procedure may set a cookie; absent where a page is rendered.
 */
export async function createContext(request: { headers: Headers; responseHeaders?: Headers }) {
  return {
    user: await identifyUser(request.headers),
    db: database(),
    responseHeaders: request.responseHeaders ?? null,
  };
}

export type Context = Awaited<ReturnType<typeof createContext>>;
