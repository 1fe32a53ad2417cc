import { describe, expect, it } from "vitest";
import { describeFailure } from "./describe-failure";

const failure = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

describe("describeFailure", () => {
  it.each([
    [failure("connect ECONNREFUSED 1.2.3.4:80", { code: "ECONNREFUSED" }), "connection refused"],
    [failure("getaddrinfo ENOTFOUND nowhere", { code: "ENOTFOUND" }), "host not found"],
    [failure("The operation was aborted", { code: "ABORT_ERR" }), "no response within 10 s"],
    [
      failure("certificate has expired", { code: "CERT_HAS_EXPIRED" }),
      "the receiver’s certificate has expired",
    ],
    [
      failure("Invalid login: 535", { code: "EAUTH", responseCode: 535 }),
      "the mail server rejected the user name or password in BATON_SMTP_URL",
    ],
    [
      failure("Can't send mail - all recipients were rejected", { code: "EENVELOPE", responseCode: 550 }),
      "the mail server rejected it (550)",
    ],
    [
      failure("no mail server is configured (BATON_SMTP_URL)"),
      "no mail server is configured (BATON_SMTP_URL)",
    ],
    ["thrown text", "delivery failed"],
  ])("describes an error as “%s”", (error, words) => {
    expect(describeFailure(error)).toBe(words);
  });

  it("explains that a private address is not allowed, and which setting allows it", () => {
    const error = failure(
      "DNS lookup 10.0.0.1(family:4, host:inner) is not allowed. Because, It is private IP address.",
    );
    expect(describeFailure(error)).toMatch(/private networks.*BATON_WEBHOOK_NETWORKS/);
  });

  it("returns at most one line", () => {
    expect(describeFailure(failure("x".repeat(5_000)))).toHaveLength(300);
  });
});
