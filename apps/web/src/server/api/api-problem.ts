import { Finding } from "@baton/core";
import { z } from "zod";

/**
 * What is answered where a request is refused (RFC 9457). `findings` say
 * what is wrong with a document, part by part.
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  findings: z.array(Finding).optional(),
});
export type Problem = z.infer<typeof Problem>;

/** The problems that there are: their code ends the `type`, and never changes. */
const PROBLEMS = {
  malformed_request: { status: 400, title: "The request cannot be read" },
  no_key: { status: 401, title: "A key is needed" },
  key_refused: { status: 401, title: "The key lets nobody in" },
  wrong_scope: { status: 403, title: "The key is not for this" },
  no_such_route: { status: 404, title: "There is nothing here" },
  no_such_session: { status: 404, title: "There is no such session" },
  nothing_published: { status: 404, title: "No policy was published yet" },
  wrong_method: { status: 405, title: "This is not done so" },
  body_too_large: { status: 413, title: "The body is too large" },
  not_json: { status: 415, title: "A body is JSON" },
  refused: { status: 422, title: "What was sent is refused" },
  too_many_requests: { status: 429, title: "Too many requests" },
  failed: { status: 500, title: "Something failed that should not" },
  unavailable: { status: 503, title: "Not now" },
} as const satisfies Record<string, { status: number; title: string }>;
export type ProblemCode = keyof typeof PROBLEMS;

/**
 * Thrown where a request is refused. Its words are for whoever sent it, and hold nothing of what was sent.
 */
export class ApiRefusal extends Error {
  constructor(
    readonly code: ProblemCode,
    detail: string,
    readonly more: { findings?: readonly Finding[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
  }

  /** As a response. */
  toResponse(): Response {
    const { status, title } = PROBLEMS[this.code];
    const { findings } = this.more;
    const problem: Problem = {
      type: `urn:baton:problem:${this.code}`,
      title,
      status,
      detail: this.message,
      ...(findings ? { findings: [...findings] } : {}),
    };
    return new Response(JSON.stringify(problem), {
      status,
      headers: {
        "content-type": "application/problem+json",
        "cache-control": "no-store",
        ...this.more.headers,
      },
    });
  }
}
