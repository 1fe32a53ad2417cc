import "server-only";
import { env } from "@/env";

/** Default address of a server. */
const LOCAL_ADDRESS = "http://127.0.0.1:3000";

/**
 * Returns the public URL without a trailing slash. It comes from the settings, because a request can use any
 * host name.
 */
export function publicAddress(): string {
  return (env().BATON_URL ?? LOCAL_ADDRESS).replace(/\/+$/, "");
}
