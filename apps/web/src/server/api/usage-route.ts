import { listUsage, USAGE_GROUPS } from "@baton/db";
import { createRoute, z } from "@hono/zod-openapi";
import { Range, TimeZone } from "../inputs";
import { toPeriodScope } from "../savings-scope";
import { type Api, type ApiContext, guardedBy, PRIVATE, responses } from "./create-api";
import { limitOfKey } from "./session-key";

const MAX_ROWS = 5_000;

const Group = z.enum(USAGE_GROUPS);

const UsageQuery = z.strictObject({
  by: z
    .string()
    .default("session,agent,model")
    .transform((text) => text.split(","))
    .pipe(z.array(Group).min(1))
    .meta({ description: `One row per ${USAGE_GROUPS.join(", ")}, or several with commas.` }),
  since: Range.default("30d").meta({ description: "Start of the period; it ends now." }),
  tz: TimeZone.default("UTC"),
  session: z.string().optional(),
});

const Usage = z.object({
  usage: z.array(
    z.object({
      day: z.string().nullable().meta({ description: "UTC. Null, like the next four, if the calls differ." }),
      session_id: z.string().nullable(),
      parent_session_id: z.string().nullable(),
      agent: z.string().nullable(),
      model: z.string().nullable(),
      calls: z.int(),
      input_tokens: z.int(),
      cache_write_tokens: z.int(),
      cache_read_tokens: z.int(),
      output_tokens: z.int(),
    }),
  ),
  has_more: z.boolean(),
});

export function addUsageRoute(api: Api, context: ApiContext): void {
  const { db } = context;
  const route = createRoute({
    ...guardedBy(context, ["read"]),
    method: "get",
    path: "/usage",
    operationId: "listUsage",
    tags: ["sessions"],
    summary: "Tokens that model calls used, as providers counted them",
    request: { query: UsageQuery },
    responses: responses(Usage),
  });
  api.openapi(route, (c) => {
    const { by, since, tz, session } = c.req.valid("query");
    const { workspaceId, keyId } = c.get("key");
    return limitOfKey(keyId, async () => {
      const { start } = toPeriodScope(workspaceId, { range: since, tz }).range;
      const rows = await listUsage(db, { workspaceId, sessionId: session, since: start, by });
      const usage = rows.slice(0, MAX_ROWS).map((row) => ({
        day: row.day,
        session_id: row.sessionId,
        parent_session_id: row.parentSessionId,
        agent: row.agent,
        model: row.model,
        calls: row.calls,
        input_tokens: row.inputTokens,
        cache_write_tokens: row.cacheWriteTokens,
        cache_read_tokens: row.cacheReadTokens,
        output_tokens: row.outputTokens,
      }));
      return c.json({ usage, has_more: rows.length > MAX_ROWS }, 200, PRIVATE);
    });
  });
}
