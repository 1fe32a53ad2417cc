import { z } from "zod";
import { ANSWER_SECONDS } from "./post-webhook";

const Failure = z.object({
  message: z.string(),
  code: z.string().optional(),
  responseCode: z.number().optional(),
});

/** Reasons by error code of Node's sockets, its TLS, and the mail library. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at this address",
  ECONNRESET: "the receiver hung up",
  EPIPE: "the receiver hung up",
  ENOTFOUND: "no such host is known",
  EAI_AGAIN: "the name of the host could not be looked up",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the host cannot be reached",
  ETIMEDOUT: "there was no answer in time",
  ABORT_ERR: `there was no answer within ${ANSWER_SECONDS} s`,
  CERT_HAS_EXPIRED: "the receiver’s certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the receiver’s certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "the receiver’s certificate is signed by nobody known here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the receiver’s certificate is signed by nobody known here",
  ERR_TLS_CERT_ALTNAME_INVALID: "the receiver’s certificate is for another host",
  EAUTH: "the mail server refused the name or password of BATON_SMTP_URL",
  EDNS: "the name of the mail server could not be looked up",
};

const MAX_LENGTH = 300;

/** Explains why a delivery failed, without its content. Unknown codes use the library's own message. */
export function describeFailure(error: unknown): string {
  const parsed = Failure.safeParse(error);
  if (!parsed.success) return "it failed";
  const { message, code, responseCode } = parsed.data;
  if (responseCode !== undefined && code !== "EAUTH") return `the mail server refused it (${responseCode})`;
  // The agent that keeps webhooks out of inner networks has no code for it.
  if (/is not allowed/.test(message)) {
    return "the address lies on this machine or in an inner network, which webhooks may not reach (BATON_WEBHOOK_NETWORKS)";
  }
  return (code && REASONS[code]) ?? message.slice(0, MAX_LENGTH);
}
