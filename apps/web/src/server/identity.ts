import "server-only";
import { authentication } from "./auth";

export interface User {
  id: string;
  name: string;
  email: string;
}

/** Who sends a request, and by which of the browsers that they are signed in with. */
export interface Identity {
  /** Null for nobody that is known. */
  user: User | null;
  signInId?: string;
}

/**
 * Who sends this request. The one place that decides it.
 *
 * @param responseHeaders where the cookie of a session that goes on is
 *   renewed; absent where a page is rendered.
 */
export async function identify(headers: Headers, responseHeaders?: Headers): Promise<Identity> {
  if (!headers.has("cookie")) return { user: null };
  const { response, headers: answered } = await authentication().api.getSession({
    headers,
    // A session goes on only where its cookie can be told so: else the one would outlive the other.
    query: { disableRefresh: responseHeaders === undefined },
    returnHeaders: true,
  });
  for (const cookie of answered.getSetCookie()) responseHeaders?.append("set-cookie", cookie);
  if (!response) return { user: null };
  const { id, name, email } = response.user;
  return { user: { id, name, email }, signInId: response.session.id };
}
