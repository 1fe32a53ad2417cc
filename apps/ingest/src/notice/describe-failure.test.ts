import { describe, expect, it } from "vitest";
import { describeFailure } from "./describe-failure";

const failure = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

describe("describeFailure", () => {
  it.each([
    [failure("connect ECONNREFUSED 1.2.3.4:80", { code: "ECONNREFUSED" }), "nothing listens at this address"],
    [failure("getaddrinfo ENOTFOUND nowhere", { code: "ENOTFOUND" }), "no such host is known"],
    [failure("The operation was aborted", { code: "ABORT_ERR" }), "there was no answer within 10 s"],
    [
      failure("certificate has expired", { code: "CERT_HAS_EXPIRED" }),
      "the receiver’s certificate has expired",
    ],
    [
      failure("Invalid login: 535", { code: "EAUTH", responseCode: 535 }),
      "the mail server refused the name or password of BATON_SMTP_URL",
    ],
    [
      failure("Can't send mail - all recipients were rejected", { code: "EENVELOPE", responseCode: 550 }),
      "the mail server refused it (550)",
    ],
    [failure("no mail server is set (BATON_SMTP_URL)"), "no mail server is set (BATON_SMTP_URL)"],
    ["thrown text", "it failed"],
  ])("%s", (error, words) => {
    expect(describeFailure(error)).toBe(words);
  });

  it("says that an inner address may not be reached, and by which setting it may", () => {
    const error = failure(
      "DNS lookup 10.0.0.1(family:4, host:inner) is not allowed. Because, It is private IP address.",
    );
    expect(describeFailure(error)).toMatch(/inner network.*BATON_WEBHOOK_NETWORKS/);
  });

  it("is never longer than a line", () => {
    expect(describeFailure(failure("x".repeat(5_000)))).toHaveLength(300);
  });
});
