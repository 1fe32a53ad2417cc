import {
  describeIssues,
  findJsonExcess,
  MAX_FINDINGS,
  parseStrictJson,
  toPointer,
} from "@baton/core/internal";
import { type ApiKey, type ApiKeyScope, type Database, isDatabaseFailure } from "@baton/db";
import { authenticate, KeyRate, MAX_BODY_BYTES, Problem, Refusal, readRequestBody } from "@baton/http";
import { OpenAPIHono, type z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { isUnstorable } from "../is-unstorable";
import { log } from "../log";
import type { PolicyChanges } from "./policy-changes";
import { verifyKeyWith } from "./verify-key";

/** Context of the routes. */
export interface ApiContext {
  db: Database;
  changes: PolicyChanges;
}

/** The API key of the request, which names the workspace. */
interface ApiEnvironment {
  Variables: { key: ApiKey };
}

/** Path prefix of all routes of the API. */
const ROOT = "/api/v1";

export type Api = ReturnType<typeof createApi>;

/** Headers of a response that no cache may store. */
export const PRIVATE = { "cache-control": "private, no-store" };

/** Limits of a request with a document that is read as a whole, which takes up to a second. */
export const DOCUMENT_LIMITS = { maxBytes: 2 * 1024 * 1024 };

const REQUESTS_PER_MINUTE = 30_000;
const RETRY_SECONDS = 2;

/** Creates the API without routes, with its responses to rejected requests and unknown paths. */
export function createApi() {
  const api = new OpenAPIHono<ApiEnvironment>({
    defaultHook: async (result, { req }) => {
      if (result.success) return;
      const { error, target } = result;
      if (target === "json") throw refuseIssues(error.issues, await req.json(), "body");
      throw refuseIssues(error.issues, target === "query" ? req.query() : req.param(), target);
    },
  }).basePath(ROOT);
  api.openAPIRegistry.registerComponent("securitySchemes", "key", {
    type: "http",
    scheme: "bearer",
    description: "An API key with one of the scopes listed on the route.",
  });
  api.onError((error, { req }) => toRefusal(error, req.path).toResponse());
  api.notFound(() =>
    new Refusal(404, "no_such_route", "API route not found. See GET /api/v1/openapi.json.").toResponse(),
  );
  return api;
}

/** Returns 405 at every path of the API for unsupported methods. Call it after the last route. */
export function refuseOtherMethods(api: Api): void {
  for (const path of new Set(api.routes.map((route) => route.path))) {
    const methods = api.routes.filter((route) => route.path === path).map(({ method }) => method);
    const allow = [...new Set(methods)].join(", ");
    api.all(path.slice(ROOT.length), () => {
      throw new Refusal(405, "wrong_method", `Use ${allow}.`, { headers: { allow } });
    });
  }
}

/** Returns the parts of a route's description that follow from its scopes. */
export function guardedBy(context: ApiContext, scopes: readonly ApiKeyScope[]) {
  return {
    security: [{ key: [] }],
    "x-scopes": scopes,
    middleware: [requireKey(context, scopes)],
  };
}

/** Describes the responses of a route: success, and refusals. */
export function responses<Answer extends z.ZodType>(schema: Answer) {
  return {
    200: { description: "Done", content: { "application/json": { schema } } },
    default: {
      description: "Request rejected (RFC 9457)",
      content: { "application/problem+json": { schema: Problem } },
    },
  };
}

const rate = new KeyRate(REQUESTS_PER_MINUTE);

function requireKey(
  { db, changes }: ApiContext,
  scopes: readonly ApiKeyScope[],
): MiddlewareHandler<ApiEnvironment> {
  const verify = verifyKeyWith(changes);
  return async (c, next) => {
    const key = await authenticate(db, c.req.header("authorization"), scopes, verify);
    await rate.count(key.keyId);
    if (isUnstorable([...new URL(c.req.url).searchParams.values(), ...Object.values(c.req.param())])) {
      const message = "The URL contains an invalid character. Remove it and try again.";
      throw new Refusal(400, "malformed_request", message);
    }
    c.set("key", key);
    await next();
  };
}

/**
 * Reads a JSON body within limits, and rejects content that parsing would lose, such as duplicate keys.
 * @throws Refusal 400, 413, 415.
 */
export function requireJson({
  maxBytes = MAX_BODY_BYTES,
  maxValues,
}: {
  maxBytes?: number;
  maxValues?: number;
} = {}): MiddlewareHandler<ApiEnvironment> {
  return async ({ req }, next) => {
    const type = req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type !== "application/json") {
      throw new Refusal(415, "not_json", "Content-Type must be application/json.");
    }
    const bytes = await readRequestBody(req.raw, maxBytes);
    const excess = findJsonExcess(bytes, maxValues);
    if (excess) throw new Refusal(400, "malformed_request", `Invalid request body: ${excess.message}.`);
    const text = decode(bytes);
    const json = parseStrictJson(text);
    if (!json.ok) {
      const message = "The request body is not valid JSON.";
      throw new Refusal(400, "malformed_request", message, { findings: [json.finding] });
    }
    // The body is read once; validation reads it from here.
    Object.assign(req.bodyCache, { text: Promise.resolve(text) });
    await next();
  };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, "malformed_request", "The request body is not valid UTF-8.");
  }
}

function refuseIssues(issues: readonly z.core.$ZodIssue[], value: unknown, part: string): Refusal {
  const named = issues.slice(0, MAX_FINDINGS);
  const messages = describeIssues({ issues: named }, value);
  const findings = named.map((issue, index) => ({
    code: "malformed_request",
    severity: "error" as const,
    path: toPointer(issue.path),
    message: messages[index] ?? issue.message,
    hint: "See GET /api/v1/openapi.json for the request format.",
  }));
  return new Refusal(400, "malformed_request", `The ${part} is invalid. See the findings.`, { findings });
}

/** Converts an error to the response that the client gets; logs those that it did not cause. */
export function toRefusal(error: unknown, path: string): Refusal {
  if (error instanceof Refusal) return error;
  log.error("an API request failed", { path, error });
  return isDatabaseFailure(error)
    ? Refusal.forNow(503, "unavailable", "The database did not respond. Try again later.", RETRY_SECONDS)
    : new Refusal(500, "failed", "Internal error. See the server log.");
}
