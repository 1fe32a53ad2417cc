import { describeNoResponse, describeRefusal } from "@baton/core/client";
import { apiUrl } from "@baton/core/internal";
import type { z } from "zod";
import { ToolError } from "./tool-error";

const ANSWER_LIMIT_MILLISECONDS = 20_000;

/** Sends a request to the HTTP API; `path` follows `/api/v1`. @throws ToolError if the server is away. */
export type SendToApi = (path: string, init: RequestInit) => Promise<Response>;

/** `BATON_URL` and `BATON_API_KEY`. */
export interface ServerAddress {
  url?: string | undefined;
  key?: string | undefined;
}

/** Returns the variables that are not set: "BATON_URL and BATON_API_KEY". */
export function missingVariables({ url, key }: ServerAddress): string {
  return [url ? "" : "BATON_URL", key ? "" : "BATON_API_KEY"].filter(Boolean).join(" and ");
}

/** Creates a sender for a server. Requests fail with an explanation if a part of the address is missing. */
export function createHttpSender({ url, key }: ServerAddress): SendToApi {
  return async (path, init) => {
    if (!url || !key) {
      const missing = missingVariables({ url, key });
      throw new ToolError(`This tool needs a Baton server. Set ${missing} for the MCP server.`);
    }
    if (!URL.canParse(url)) throw new ToolError("BATON_URL is not a valid URL. Correct it.");
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${key}`);
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MILLISECONDS);
    try {
      return await fetch(apiUrl(url, `/api/v1${path}`), { ...init, headers, signal });
    } catch (error) {
      throw new ToolError(
        `The Baton server at ${url} ${describeNoResponse(error)}. Start it, or correct BATON_URL.`,
      );
    }
  };
}

/** Asks the HTTP API of Baton. Refusals become {@link ToolError}s. */
export class BatonApi {
  readonly #send: SendToApi;

  constructor(send: SendToApi) {
    this.#send = send;
  }

  /**
   * @param path parts of the path, which are encoded.
   * @param query parameters; undefined ones are omitted.
   */
  get<Answer>(
    schema: z.ZodType<Answer>,
    path: readonly string[],
    query: Readonly<Record<string, string | number | undefined>> = {},
  ): Promise<Answer> {
    const given = Object.entries(query).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, String(value)]],
    );
    const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
    return this.#ask(schema, `/${path.map(encodeURIComponent).join("/")}${search}`, {});
  }

  post<Answer>(schema: z.ZodType<Answer>, path: string, body: unknown): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    return this.#ask(schema, path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async #ask<Answer>(schema: z.ZodType<Answer>, path: string, init: RequestInit): Promise<Answer> {
    const response = await this.#send(path, init);
    if (!response.ok) throw new ToolError(await explainRefusal(response));
    const answer = schema.safeParse(await response.json().catch(() => null));
    if (answer.success) return answer.data;
    throw new ToolError(
      "The Baton server answered in an unknown form. Check that BATON_URL is Baton, of this version.",
    );
  }
}

async function explainRefusal(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const findings = typeof body === "object" && body !== null && "findings" in body ? body.findings : null;
  const details = findings === null ? "" : `\n${JSON.stringify(findings)}`;
  return `Baton refused this (${response.status}): ${await describeRefusal(response)}${details}`;
}
