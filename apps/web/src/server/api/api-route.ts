import { describeIssues, MAX_FINDINGS, toPointer } from "@baton/core";
import type { ApiKeyScope, Database } from "@baton/db";
import { z } from "zod";
import { ApiRefusal } from "./api-problem";
import type { PolicyChanges } from "./policy-changes";

/** What routes work with. */
export interface ApiContext {
  db: Database;
  changes: PolicyChanges;
}

/** A request that was let in and understood. */
export interface ApiRequest<Query, Body> {
  /** The workspace that the key belongs to. */
  workspaceId: string;
  query: Query;
  body: Body;
  headers: Headers;
  /** Ends when whoever asks goes away. */
  signal: AbortSignal;
  /**
   * Looks at the key again, for a request that has waited. @throws
   * ApiRefusal where it lets nobody in any longer.
   */
  readmit: () => Promise<void>;
}

interface RouteDescription {
  readonly method: "GET" | "POST";
  /** Below `/api/v1`; a part `{name}` is any text, and comes as a member of the query. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** A key needs one of them. */
  readonly scopes: readonly ApiKeyScope[];
  /** How many values a body may hold, and how many bytes it may have, where that is less than elsewhere. */
  readonly maxValues?: number;
  readonly maxBytes?: number;
  /** What is answered with status 200; null where that is described elsewhere. */
  readonly answer: z.ZodType | null;
}

/** One address of the API for programs: what it takes, what it gives, and which keys may ask. */
export interface ApiRoute extends RouteDescription {
  readonly query: z.ZodObject;
  /** Null where there is none. */
  readonly body: z.ZodType | null;
  /** Answers; throws `ApiRefusal` where that is refused. */
  readonly handle: (context: ApiContext, request: ApiRequest<unknown, unknown>) => Promise<Response>;
}

/** Describes a route that is asked for something: `handle` is given the query as its schema parsed it. */
export function defineQuery<Query extends z.ZodObject>(
  route: RouteDescription & {
    query: Query;
    handle: (context: ApiContext, request: ApiRequest<z.output<Query>, undefined>) => Promise<Response>;
  },
): ApiRoute {
  return {
    ...route,
    body: null,
    handle: (context, request) => {
      const query = parsePart(route.query, request.query, "the query");
      return route.handle(context, { ...request, query, body: undefined });
    },
  };
}

const NO_QUERY = z.strictObject({});

/** Describes a route that is given a document: `handle` is given it as its schema parsed it. */
export function defineCommand<Body extends z.ZodType>(
  route: RouteDescription & {
    body: Body;
    handle: (context: ApiContext, request: ApiRequest<object, z.output<Body>>) => Promise<Response>;
  },
): ApiRoute {
  return {
    ...route,
    query: NO_QUERY,
    handle: (context, request) => {
      parsePart(NO_QUERY, request.query, "the query");
      const body = parsePart(route.body, request.body, "the body");
      return route.handle(context, { ...request, query: {}, body });
    },
  };
}

function parsePart<Schema extends z.ZodType>(schema: Schema, value: unknown, name: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, MAX_FINDINGS);
  const messages = describeIssues({ issues }, value);
  const findings = issues.map((issue, index) => ({
    code: "malformed_request",
    severity: "error" as const,
    path: toPointer(issue.path),
    message: messages[index] ?? issue.message,
    hint: "The description of this API says what is taken: GET /api/v1/openapi.json.",
  }));
  throw new ApiRefusal("malformed_request", `Something in ${name} is wrong; the findings say what.`, {
    findings,
  });
}
