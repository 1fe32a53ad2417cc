import { z } from "zod";
import { Problem } from "./api-problem";
import type { ApiRoute } from "./api-route";

/** The description of the API (OpenAPI 3.1), made of the schemas by which requests are parsed. */
export function describeApi(routes: readonly ApiRoute[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Baton",
      version: "1",
      description: "The policy for orchestrators, and the core for those in other languages.",
    },
    servers: [{ url: "/api/v1" }],
    paths,
    components: {
      schemas: { Problem: toSchema(Problem, "output") },
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: "A key with one of the scopes that a route names.",
        },
      },
    },
  };
}

function describeRoute({ method, path, summary, scopes, query, body, answer }: ApiRoute): object {
  const problem = { $ref: "#/components/schemas/Problem" };
  const parameters = Object.entries(query.shape).map(([name, schema]) => {
    const { description, ...rest } = toSchema(schema, "input");
    const isPart = path.includes(`{${name}}`);
    return { name, in: isPart ? "path" : "query", required: isPart, description, schema: rest };
  });
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    security: [{ key: [] }],
    "x-scopes": scopes,
    parameters,
    ...(body ? { requestBody: { required: true, content: asJson(toSchema(body, "input")) } } : {}),
    responses: {
      "200": { description: "Done", ...(answer ? { content: asJson(toSchema(answer, "output")) } : {}) },
      default: {
        description: "Refused (RFC 9457)",
        content: { "application/problem+json": { schema: problem } },
      },
    },
  };
}

function asJson(schema: object): object {
  return { "application/json": { schema } };
}

function toSchema(schema: z.core.$ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
