import { createHash, timingSafeEqual } from "node:crypto";

/** RFC 7636, section 4.6, for the method S256. */
export function verifyChallenge(challenge: string, verifier: string): boolean {
  const expected = Buffer.from(challenge);
  const actual = Buffer.from(createHash("sha256").update(verifier).digest("base64url"));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
