import { API_KEY_SCOPES, type Database } from "@baton/db";
import { authenticate, MAX_BODY_BYTES, Refusal, readRequestBody } from "@baton/http";
import { BatonApi, serveHttpRequest } from "@baton/mcp";
import { toRefusal } from "./create-api";

/**
 * Answers a request of an MCP client. A tool asks the API with the client's key, in this process, so that the
 * scopes and limits of the key hold.
 *
 * @param answer answers a request below `/api/v1`.
 */
export async function serveMcp(
  request: Request,
  { db, answer }: { db: Database; answer: (request: Request) => Response | Promise<Response> },
): Promise<Response> {
  try {
    const authorization = request.headers.get("authorization") ?? "";
    await authenticate(db, authorization, API_KEY_SCOPES);
    if (request.method !== "POST") {
      throw new Refusal(405, "wrong_method", "Use POST.", { headers: { allow: "POST" } });
    }
    const body = parse(await readRequestBody(request, MAX_BODY_BYTES));
    const api = new BatonApi(async (path, init) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", authorization);
      return answer(new Request(new URL(`/api/v1${path}`, request.url), { ...init, headers }));
    });
    return await serveHttpRequest(api, request, body);
  } catch (error) {
    return toRefusal(error, "/mcp").toResponse();
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new Refusal(400, "malformed_request", "The request body is not valid JSON.");
  }
}
