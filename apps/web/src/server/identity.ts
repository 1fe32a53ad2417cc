import "server-only";
import { authentication } from "./auth";

export interface User {
  id: string;
  name: string;
  email: string;
}

/**
 * Who sends this request; null for nobody that is known. The one place that decides it.
 *
 * @param responseHeaders where the cookie of a session that goes on is renewed; absent where a page is rendered.
 */
export async function identifyUser(headers: Headers, responseHeaders?: Headers): Promise<User | null> {
  if (!headers.has("cookie")) return null;
  const { response, headers: answered } = await authentication().api.getSession({
    headers,
    // A session goes on only where its cookie can be told so: else the one would outlive the other.
    query: { disableRefresh: responseHeaders === undefined },
    returnHeaders: true,
  });
  for (const cookie of answered.getSetCookie()) responseHeaders?.append("set-cookie", cookie);
  if (!response) return null;
  const { id, name, email } = response.user;
  return { id, name, email };
}
