import { countTokens, ENCODINGS } from "@baton/core/tokens";
import { createRoute, z } from "@hono/zod-openapi";
import { type Api, type ApiContext, DOCUMENT_LIMITS, guardedBy, requireJson, responses } from "./create-api";

const CountRequest = z.object({
  texts: z.array(z.string()).min(1).max(1_000),
  encoding: z.enum(ENCODINGS).default(ENCODINGS[0]),
});

const Counts = z.object({
  encoding: z.enum(ENCODINGS),
  tokens: z.array(z.int()).meta({ description: "One for each text, in order." }),
  total: z.int(),
});

export function addTokensRoute(api: Api, context: ApiContext): void {
  const guard = guardedBy(context, ["evaluate"]);
  const route = createRoute({
    ...guard,
    middleware: [...guard.middleware, requireJson(DOCUMENT_LIMITS)],
    method: "post",
    path: "/tokens/count",
    operationId: "countTokens",
    tags: ["tokens"],
    summary: "The number of tokens of texts",
    request: { body: { required: true, content: { "application/json": { schema: CountRequest } } } },
    responses: responses(Counts),
  });
  api.openapi(route, (c) => {
    const { texts, encoding } = c.req.valid("json");
    const tokens = texts.map((text) => countTokens(text, encoding));
    return c.json({ encoding, tokens, total: tokens.reduce((sum, count) => sum + count, 0) }, 200);
  });
}
