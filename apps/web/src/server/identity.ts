import "server-only";
import { authentication } from "./auth";

export interface User {
  id: string;
  name: string;
  email: string;
}

/** The user who sends a request, and the sign-in of their browser. */
interface Identity {
  /** Null for an unknown user. */
  user: User | null;
  signInId?: string;
}

/**
 * Identifies the user of this request. No other code decides it.
 *
 * @param responseHeaders receives the renewed cookie of a session that
 * continues; absent while a page is rendered.
 */
export async function identify(headers: Headers, responseHeaders?: Headers): Promise<Identity> {
  if (!headers.has("cookie")) return { user: null };
  const { response, headers: answered } = await authentication().api.getSession({
    headers,
    // Extend a session only if its cookie can be extended too: otherwise one would outlive the other.
    query: { disableRefresh: responseHeaders === undefined },
    returnHeaders: true,
  });
  for (const cookie of answered.getSetCookie()) responseHeaders?.append("set-cookie", cookie);
  if (!response) return { user: null };
  const { id, name, email } = response.user;
  return { user: { id, name, email }, signInId: response.session.id };
}
