import { createHmac } from "node:crypto";

/**
 * Creates the signature header of a webhook: `t={seconds since 1970},v1={hex}`. The hex is the HMAC-SHA-256
 * (RFC 2104) of `{t}.{body}` with the channel's secret.
 */
export function signWebhook(body: string, secret: string, now: number): string {
  const seconds = Math.floor(now / 1_000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${signature}`;
}
