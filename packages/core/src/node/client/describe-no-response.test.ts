import { describe, expect, it } from "vitest";
import { describeNoResponse } from "./describe-no-response";

/** An error as `fetch` reports it: with the reason as its cause. */
function fetchError(message: string, code: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });
}

describe("describeNoResponse", () => {
  it.each([
    [
      "certificate has expired",
      "CERT_HAS_EXPIRED",
      /^has a certificate that was refused: certificate has expired$/,
    ],
    ["self-signed certificate", "DEPTH_ZERO_SELF_SIGNED_CERT", /NODE_EXTRA_CA_CERTS/],
    ["unable to verify the first certificate", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", /NODE_EXTRA_CA_CERTS/],
    [
      "Hostname/IP does not match certificate's altnames",
      "ERR_TLS_CERT_ALTNAME_INVALID",
      /refused: Hostname/,
    ],
    ["connect ECONNREFUSED 127.0.0.1:1", "ECONNREFUSED", /^does not respond: connect ECONNREFUSED/],
  ])("explains “%s”", (message, code, words) => {
    expect(describeNoResponse(fetchError(message, code))).toMatch(words);
  });

  it("describes an error without a cause", () => {
    expect(describeNoResponse(new DOMException("no response in time", "TimeoutError"))).toBe(
      "does not respond: no response in time",
    );
    expect(describeNoResponse("gone")).toBe("does not respond: gone");
  });
});
