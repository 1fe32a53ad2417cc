import { findJsonExcess, parseStrictJson } from "@baton/core";
import {
  type ApiKey,
  type ApiKeyRefusal,
  type ApiKeyScope,
  type Database,
  isDatabaseFailure,
  verifyApiKey,
} from "@baton/db";
import { TRPCError } from "@trpc/server";
import { isUnstorable } from "../is-unstorable";
import { log } from "../log";
import { RateLimit } from "../rate-limit";
import { readBody } from "../read-body";
import { ApiRefusal } from "./api-problem";
import type { ApiContext, ApiRoute } from "./api-route";
import { describeApi } from "./describe-api";
import { API_ROUTES } from "./routes";

/** Where the API begins. */
const ROOT = "/api/v1";
const DESCRIPTION = "/openapi.json";

/** The largest body: that of the largest line that is taken in. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** More than any context has that is handed over: as many as a line of a session may hold. */
const MAX_VALUES = 120_000;

/** Requests of one key in ten seconds. */
const rate = new RateLimit(5_000, 10_000);
const RETRY_SECONDS = 2;

/**
 * Answers a request of a program: finds its route, lets it in by its
 * key, has it parsed and handled; never throws.
 */
export async function handleApiRequest(context: ApiContext, request: Request): Promise<Response> {
  try {
    const url = new URL(request.url);
    const path = url.pathname.slice(ROOT.length);
    if (path === DESCRIPTION && request.method === "GET") return Response.json(description());
    const { route, parts } = findRoute(path, request.method);
    const token = readToken(request.headers);
    const readmit = () => verify(context.db, route, token);
    const { workspaceId, keyId } = await readmit();
    limitRate(keyId);
    const query = { ...Object.fromEntries(url.searchParams), ...parts };
    if (isUnstorable(query))
      throw new ApiRefusal(
        "malformed_request",
        "The address contains a NUL or a broken character. Remove it and try again.",
      );
    const bytes = route.body ? await readJsonBytes(request, route.maxBytes ?? MAX_BODY_BYTES) : null;
    return await route.handle(context, {
      workspaceId,
      query,
      body: bytes ? parseJson(bytes, route.maxValues ?? MAX_VALUES) : undefined,
      headers: request.headers,
      signal: request.signal,
      readmit: async () => void (await readmit()),
    });
  } catch (error) {
    return toRefusal(error, request).toResponse();
  }
}

let described: object | null = null;

/** Made when it is asked for first: it says the same ever after. */
function description(): object {
  described ??= describeApi(API_ROUTES);
  return described;
}

function findRoute(path: string, method: string): { route: ApiRoute; parts: Record<string, string> } {
  const here = API_ROUTES.flatMap((route) => {
    const parts = matchPath(route.path, path);
    return parts ? [{ route, parts }] : [];
  });
  const found = here.find(({ route }) => route.method === method);
  if (found) return found;
  if (here.length === 0) throw new ApiRefusal("no_such_route", "The API has no such address.");
  const allow = here.map(({ route }) => route.method).join(", ");
  throw new ApiRefusal("wrong_method", `Ask by ${allow}.`, { headers: { allow } });
}

/** What the parts `{name}` of a route's path are in an address; null where the address is another one. */
function matchPath(template: string, path: string): Record<string, string> | null {
  const names = template.split("/");
  const given = path.split("/");
  if (names.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const text = given[index] ?? "";
    const [, key] = /^\{(\w+)\}$/.exec(name) ?? [];
    if (key === undefined) {
      if (name !== text) return null;
    } else {
      const value = decodePart(text);
      if (value === null || value === "") return null;
      parts[key] = value;
    }
  }
  return parts;
}

function decodePart(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function readToken(headers: Headers): string {
  const [, token] = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (token !== undefined) return token;
  const challenge = { "www-authenticate": 'Bearer realm="baton"' };
  throw new ApiRefusal("no_key", "A key is needed: `Authorization: Bearer baton_…`.", { headers: challenge });
}

function limitRate(keyId: string): void {
  const seconds = rate.take(keyId);
  if (seconds === null) return;
  const headers = { "retry-after": String(seconds) };
  throw new ApiRefusal("too_many_requests", `Come again in ${seconds} s.`, { headers });
}

/** @returns the key by which a request is let in. */
async function verify(db: Database, { scopes }: ApiRoute, token: string): Promise<ApiKey> {
  const verdict = await verifyApiKey(db, { token, scopes });
  if (verdict.ok) return verdict.key;
  throw refuseKey(verdict.reason, scopes);
}

const KEY_WORDS = {
  unknown: "There is no such key.",
  revoked: "This key was revoked.",
  expired: "This key has expired.",
} as const;

function refuseKey(reason: ApiKeyRefusal, scopes: readonly ApiKeyScope[]): ApiRefusal {
  if (reason === "wrong_scope") {
    const challenge = `Bearer realm="baton", error="insufficient_scope", scope="${scopes.join(" ")}"`;
    const detail = `This key lacks the scope \`${scopes.join("` or `")}\`.`;
    return new ApiRefusal("wrong_scope", detail, { headers: { "www-authenticate": challenge } });
  }
  const challenge = 'Bearer realm="baton", error="invalid_token"';
  return new ApiRefusal("key_refused", KEY_WORDS[reason], { headers: { "www-authenticate": challenge } });
}

async function readJsonBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new ApiRefusal("not_json", "Send application/json.");
  const body = await readBody(request, maxBytes);
  if (body === null) throw new ApiRefusal("body_too_large", `A body may have ${maxBytes} bytes.`);
  return body;
}

function parseJson(body: Uint8Array, maxValues: number): unknown {
  const excess = findJsonExcess(body, maxValues);
  if (excess) throw new ApiRefusal("malformed_request", `The body is not read: ${excess.message}.`);
  const json = parseStrictJson(decode(body));
  if (json.ok) return json.value;
  throw new ApiRefusal("malformed_request", "The body is no JSON that is taken.", {
    findings: [json.finding],
  });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiRefusal("malformed_request", "The body is no UTF-8 text.");
  }
}

function toRefusal(error: unknown, request: Request): ApiRefusal {
  if (error instanceof ApiRefusal) return error;
  if (error instanceof TRPCError) {
    const headers = { "retry-after": String(RETRY_SECONDS) };
    return new ApiRefusal("too_many_requests", error.message, { headers });
  }
  log.error("a request of a program failed", { path: new URL(request.url).pathname, error });
  if (isDatabaseFailure(error)) {
    const headers = { "retry-after": String(RETRY_SECONDS) };
    return new ApiRefusal("unavailable", "The database did not answer.", { headers });
  }
  return new ApiRefusal("failed", "The log of the server says what.");
}
