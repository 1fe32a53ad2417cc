import { randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** Returns a random signing secret of a webhook (hex). */
export function newChannelSecret(): string {
  return randomBytes(SECRET_BYTES).toString("hex");
}
