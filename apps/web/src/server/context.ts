import "server-only";
import { database } from "./database";
import { identify } from "./identity";
import { liveRows } from "./live-rows";
import { requestReads } from "./replica";

/**
 * What every procedure is given: who asks, the database, and where the stream
 * of new rows stood before anything was asked.
 *
 * @param request.headers         of the request.
 * @param request.responseHeaders where a cookie may be set; absent where a page is rendered.
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
