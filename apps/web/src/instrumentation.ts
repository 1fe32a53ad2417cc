import { env } from "./env";
import { recordPeerAddresses } from "./server/client-address";

/** Runs once before the first request, so that a server with invalid settings does not start. */
export function register(): void {
  env();
  recordPeerAddresses();
}
