import { env } from "./env";
import { recordPeerAddresses } from "./server/client-address";

/** Next calls this once, before the first request: a server with wrong settings does not start. */
export function register(): void {
  env();
  recordPeerAddresses();
}
