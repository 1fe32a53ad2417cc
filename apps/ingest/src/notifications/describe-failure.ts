import { z } from "zod";
import { ANSWER_SECONDS } from "./post-webhook";

const Failure = z.object({
  message: z.string(),
  code: z.string().optional(),
  responseCode: z.number().optional(),
});

/** Reasons by error code of Node's sockets, TLS and the mail library. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "the receiver closed the connection",
  EPIPE: "the receiver closed the connection",
  ENOTFOUND: "host not found",
  EAI_AGAIN: "host lookup failed",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "host unreachable",
  ETIMEDOUT: "no response in time",
  ABORT_ERR: `no response within ${ANSWER_SECONDS} s`,
  CERT_HAS_EXPIRED: "the receiver’s certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the receiver’s certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the receiver’s certificate has an unknown issuer",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the receiver’s certificate has an unknown issuer",
  ERR_TLS_CERT_ALTNAME_INVALID: "the receiver’s certificate is for another host",
  EAUTH: "the mail server rejected the user name or password in BATON_SMTP_URL",
  EDNS: "mail server lookup failed",
};

/** Explains why a delivery failed, without its content. Unknown codes use the library's own message. */
export function describeFailure(error: unknown): string {
  const parsed = Failure.safeParse(error);
  if (!parsed.success) return "delivery failed";
  const { message, code, responseCode } = parsed.data;
  if (responseCode !== undefined && code !== "EAUTH") return `the mail server rejected it (${responseCode})`;
  // The agent that blocks private networks has no error code for this.
  if (/is not allowed/.test(message)) {
    return "webhooks cannot reach private networks. Allow the network in BATON_WEBHOOK_NETWORKS";
  }
  return (code && REASONS[code]) ?? message.slice(0, 300);
}
