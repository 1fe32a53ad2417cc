import { describeNoResponse, describeRefusal } from "@baton/core/client";
import { apiUrl } from "@baton/core/internal";
import type { z } from "zod";
import { CommandError } from "./command-error";
import { readEnvironment } from "./env";
import { findServerAddress } from "./server-address";

const ANSWER_LIMIT_MILLISECONDS = 30_000;

/** The option of commands that ask a server. */
export const ADDRESS_OPTION = [
  "--server <url>",
  "server URL (default: BATON_URL, else the server on this machine)",
] as const;

interface ServerRequest {
  /** Address of the server; by default the one of the environment. */
  server?: string | undefined;
  /** The scope that the key needs, for the message without one. */
  scope: string;
  /** A value to post as JSON. Without it, the request is a GET. */
  body?: object;
  /** Refusals that the caller reads itself, by status. */
  expected?: readonly number[];
}

/** A response: its status, and its body as text. */
export interface ServerAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request to the HTTP API of a server with `BATON_API_KEY`.
 *
 * @param path follows `/api/v1`.
 * @returns a successful response, or one with an expected status.
 * @throws CommandError without a key or an answer, or if the server refuses the request.
 */
export async function askServer(path: string, request: ServerRequest): Promise<ServerAnswer> {
  const { BATON_API_KEY: key } = readEnvironment();
  const { scope, body, expected = [], server = findServerAddress() } = request;
  if (key === undefined)
    throw new CommandError(`Set BATON_API_KEY to an API key with the scope \`${scope}\`.`);
  if (!URL.canParse(server)) throw new CommandError(`“${server}” is not a server URL.`);
  const giveUp = (error: unknown): never => {
    throw new CommandError(`${server} ${describeNoResponse(error)}.`);
  };
  const response = await fetch(apiUrl(server, `/api/v1${path}`), {
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(ANSWER_LIMIT_MILLISECONDS),
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  }).catch(giveUp);
  const { status } = response;
  if (!response.ok && !expected.includes(status)) {
    throw new CommandError(`${server} responded with ${status}: ${await describeRefusal(response)}`);
  }
  return { status, text: await response.text().catch(giveUp) };
}

/**
 * Parses a response of the HTTP API.
 * @throws CommandError if it is something else.
 */
export function readAnswer<Answer>(schema: z.ZodType<Answer>, { text }: ServerAnswer): Answer {
  const answer = schema.safeParse(parseJson(text));
  if (answer.success) return answer.data;
  throw new CommandError("The server answered in an unknown form. Check that it is Baton, of this version.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
