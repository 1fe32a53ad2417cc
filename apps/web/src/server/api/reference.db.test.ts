import { fileURLToPath } from "node:url";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { ApiContext } from "./create-api";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

const FILE = fileURLToPath(new URL("../../../../../docs/api-reference.md", import.meta.url));

const INTRODUCTION = `# API reference

Every route of the HTTP API with its parameters, request and response. [HTTP API](http-api.md) explains keys, errors and
pages, with examples. The same as a machine reads it: \`GET /api/v1/openapi.json\`.

<!-- Written by \`npx vitest run --project "db*" apps/web/src/server/api/reference.db.test.ts -u\`. -->
`;

/** Deeper fields are only in the OpenAPI document. */
const MAX_DEPTH = 3;

const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  $ref: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  get items() {
    return Schema.optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
  get oneOf() {
    return z.array(Schema).optional();
  },
});
type Schema = z.infer<typeof Schema>;

const Body = z.object({ content: z.object({ "application/json": z.object({ schema: Schema }) }) });
const Route = z.object({
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().optional(),
  "x-scopes": z.array(z.string()),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: Schema }))
    .default([]),
  requestBody: Body.optional(),
  responses: z.object({ 200: Body }),
});
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Route)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});
type Schemas = z.infer<typeof Document>["components"]["schemas"];

interface Row {
  name: string;
  type: string;
  isRequired: boolean;
  about: string;
}

/** Returns the fields of a schema, with those inside them: `findings[].code`. */
function listFields(schema: Schema, schemas: Schemas, depth = 1): Row[] {
  const whole = resolve(schema, schemas);
  return Object.entries(whole.properties ?? {}).flatMap(([name, given]) => {
    const field = resolve(given, schemas);
    const parts = [field, ...(field.anyOf ?? field.oneOf ?? [])].map((part) => resolve(part, schemas));
    const row = {
      name,
      type: nameType(field, schemas),
      isRequired: whole.required?.includes(name) ?? false,
      about: aboutOf(given, field),
    };
    if (depth === MAX_DEPTH) return [row];
    const inner = parts.flatMap((part) =>
      part.items
        ? listFields(part.items, schemas, depth + 1).map((each) => ({
            ...each,
            name: `${name}[].${each.name}`,
          }))
        : listFields(part, schemas, depth + 1).map((each) => ({ ...each, name: `${name}.${each.name}` })),
    );
    return [row, ...mergeRows(inner)];
  });
}

/** Joins the rows of one name, which are of the parts of a union. */
function mergeRows(rows: readonly Row[]): Row[] {
  const merged = new Map<string, Row>();
  for (const row of rows) {
    const known = merged.get(row.name) ?? row;
    const types = new Set([known.type, row.type].flatMap((type) => type.split(" or ")));
    const isRequired = known.isRequired && row.isRequired;
    merged.set(row.name, { ...row, type: [...types].join(" or "), isRequired });
  }
  return [...merged.values()];
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  const found = schema.$ref === undefined ? schema : schemas[schema.$ref.split("/").at(-1) ?? ""];
  return found ?? schema;
}

function aboutOf(given: Schema, field: Schema): string {
  const standard = field.default === undefined ? [] : [`Default: ${JSON.stringify(field.default)}.`];
  return [given.description ?? field.description ?? "", ...standard].filter(Boolean).join(" ");
}

function nameType(given: Schema, schemas: Schemas): string {
  const schema = resolve(given, schemas);
  const { anyOf, oneOf, items, enum: words, const: only, type } = schema;
  const parts = anyOf ?? oneOf;
  if (parts) return [...new Set(parts.map((part) => nameType(part, schemas)))].join(" or ");
  if (words) return words.map((word) => JSON.stringify(word)).join(", ");
  if (only !== undefined) return JSON.stringify(only);
  if (items) return `array of ${nameType(items, schemas)}`;
  return type === undefined ? "any" : [type].flat().join(" or ");
}

/** Returns a table of fields or parameters; nothing without rows. */
function layTable(title: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(({ name, type, isRequired, about }) =>
    [`| \`${name}\``, type, isRequired ? "yes" : "", `${about} |`].join(" | ").replaceAll("\n", " "),
  );
  return ["", `| ${title} | type | required | |`, "|---|---|---|---|", ...lines];
}

function describeRoute(
  path: string,
  method: string,
  route: z.infer<typeof Route>,
  schemas: Schemas,
): string[] {
  const parameters = route.parameters.map(({ name, in: place, required = false, schema }) => ({
    name,
    type: nameType(schema, schemas),
    isRequired: required,
    about: [place === "path" ? "Part of the path." : "", aboutOf(schema, resolve(schema, schemas))]
      .join(" ")
      .trim(),
  }));
  const body = route.requestBody?.content["application/json"].schema;
  const answer = route.responses[200].content["application/json"].schema;
  return [
    "",
    `### ${method.toUpperCase()} ${path}`,
    "",
    [`${route.summary}.`, route.description].filter(Boolean).join(" "),
    "",
    `API key with ${route["x-scopes"].map((scope) => `\`${scope}\``).join(" or ")}.`,
    ...layTable("parameter", parameters),
    ...(body ? layTable("field of the body", listFields(body, schemas)) : []),
    ...layTable("field of the response", listFields(answer, schemas)),
  ];
}

let context: ApiContext;
let drop: () => Promise<unknown>;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  context = { db: database.db, changes: new PolicyChanges(database.url, () => {}) };
});
afterAll(async () => {
  await context.changes.close();
  await drop();
});

it("docs/api-reference.md describes every route", async () => {
  const answer = await createRoutes(context).fetch(new Request("http://localhost/api/v1/openapi.json"));
  const { paths, components } = Document.parse(await answer.json());
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ path, method, route })),
  );
  const tags = [...new Set(routes.flatMap(({ route }) => route.tags))];
  const sections = tags.flatMap((tag) => [
    "",
    `## ${tag.charAt(0).toUpperCase()}${tag.slice(1)}`,
    ...routes
      .filter(({ route }) => route.tags.includes(tag))
      .flatMap(({ path, method, route }) => describeRoute(path, method, route, components.schemas)),
  ]);
  await expect(`${[INTRODUCTION.trimEnd(), ...sections].join("\n")}\n`).toMatchFileSnapshot(FILE);
});
