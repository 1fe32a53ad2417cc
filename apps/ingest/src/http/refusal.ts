import { STATUS_CODES } from "node:http";

/** Why a request was not carried out, in the form that its answer has to have. */
export class Refusal extends Error {
  override name = "Refusal";
  /** The status of HTTP. */
  readonly status: number;
  /** Stable, for programs. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** A refusal that will pass: the same request may be sent again after that many seconds. */
export function refuseForNow(status: 429 | 503, code: string, message: string, seconds: number): Refusal {
  return new Refusal(status, code, message, { "retry-after": String(Math.max(1, Math.ceil(seconds))) });
}

/** A refusal as an answer: problem details (RFC 9457), with the code as a member of its own. */
export function toProblem({ status, code, message, headers }: Refusal): Response {
  const problem = { type: "about:blank", title: STATUS_CODES[status], status, detail: message, code };
  return new Response(JSON.stringify(problem), {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });
}
