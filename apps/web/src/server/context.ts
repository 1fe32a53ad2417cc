import "server-only";
import { database } from "./database";
import { identify } from "./identity";
import { liveRows } from "./live-rows";
import { requestReads } from "./replica";

/**
 * Creates the context of a procedure: the user, the database, and the position of the stream
 * of new rows before the first query.
 *
 * @param request.headers         of the request.
 * @param request.responseHeaders receives cookies; absent while a page is rendered.
 */
export async function createContext(request: { headers: Headers; responseHeaders?: Headers }) {
  const liveMark = liveRows().mark();
  const reads = requestReads(request);
  return {
    liveMark,
    ...(await identify(request.headers, request.responseHeaders)),
    requestHeaders: request.headers,
    db: database(),
    ...(reads && { reads }),
    responseHeaders: request.responseHeaders ?? null,
  };
}

export type Context = Awaited<ReturnType<typeof createContext>>;
