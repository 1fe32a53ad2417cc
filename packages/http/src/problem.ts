import { STATUS_CODES } from "node:http";
import { Finding } from "@baton/core";
import { z } from "zod";

/** The body of a refused request: problem details (RFC 9457). */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    findings: z.array(Finding).optional(),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;

interface RefusalOptions {
  headers?: Readonly<Record<string, string>>;
  /** Findings of a document by part. */
  findings?: readonly Finding[];
  /** Further members of the problem (RFC 9457, 3.2). */
  extensions?: Readonly<Record<string, unknown>>;
}

/**
 * Thrown to refuse a request. Its code is stable, for programs. Its message is for the programmer and quotes
 * nothing from the request.
 */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    { headers = {}, findings, extensions = {} }: RefusalOptions = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.findings = findings;
    this.extensions = extensions;
  }

  /**
   * Creates a temporary refusal: the client may send the same request again.
   *
   * @param seconds until a retry; rounded up, at least 1 (`Retry-After`).
   */
  static forNow(status: 429 | 503, code: string, message: string, seconds: number): Refusal {
    const headers = { "retry-after": String(Math.max(1, Math.ceil(seconds))) };
    return new Refusal(status, code, message, { headers });
  }

  toResponse(): Response {
    const { status, code, message, headers, findings, extensions } = this;
    const problem: Problem = {
      type: `urn:baton:problem:${code}`,
      title: STATUS_CODES[status] ?? "Error",
      status,
      detail: message,
      code,
      ...(findings && { findings: [...findings] }),
    };
    return new Response(JSON.stringify({ ...extensions, ...problem }), {
      status,
      headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
    });
  }
}
