/** Codes of certificates whose issuer Node does not know. */
const UNKNOWN_ISSUER: readonly string[] = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
];
const REFUSED_CERTIFICATE = [
  ...UNKNOWN_ISSUER,
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "ERR_TLS_CERT_ALTNAME_INVALID",
];

/**
 * Explains why a server sent no response, in words that follow its name: `does not respond: …`, or
 * `has a certificate that was refused: …`.
 *
 * @param error thrown by `fetch`, which itself only reports that it failed; its cause has the reason.
 */
export function describeNoResponse(error: unknown): string {
  const reason = describeFailure(error);
  const code = codeOf(error);
  if (!REFUSED_CERTIFICATE.includes(code)) return `does not respond: ${reason}`;
  const advice = UNKNOWN_ISSUER.includes(code)
    ? ". Set NODE_EXTRA_CA_CERTS to a file with the certificate of its issuer"
    : "";
  return `has a certificate that was refused: ${reason}${advice}`;
}

/** Returns the message of an error, or of its cause. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
}
