import { env } from "./env";
import { recordPeerAddresses } from "./server/client-address";

/**
 * Runs once before the first request. A server with invalid settings ends: Next itself would keep a process that
 * answers each request with an error.
 */
export function register(): void {
  try {
    env();
  } catch (error) {
    process.stderr.write(`Web cannot start. ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  recordPeerAddresses();
}
