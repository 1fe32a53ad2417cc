import "server-only";
import { env } from "@/env";

/** Default address of a server. */
const LOCAL_ADDRESS = "http://127.0.0.1:3000";

/**
 * The address that people open, without a slash at its end: as it is set, since a request may call this
 * server by any name that it likes.
 */
export function publicAddress(): string {
  return (env().BATON_URL ?? LOCAL_ADDRESS).replace(/\/+$/, "");
}
