import { listUsage, USAGE_GROUPS } from "@baton/db";
import { readUsageCosts } from "@baton/services/session/read-usage-costs";
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

const UsageAnswer = z.object({
  usage: z.array(
    z.object({
      day: z.string().nullable().meta({ description: "UTC. Null, like the next nine, if the calls differ." }),
      month: z.string().nullable().meta({ description: "UTC, such as 2026-11." }),
      session_id: z.string().nullable(),
      parent_session_id: z.string().nullable(),
      agent: z.string().nullable(),
      model: z.string().nullable(),
      person: z.string().nullable().meta({
        description:
          "Email address of the person who ran the agents, or their name in the path of the home folder.",
      }),
      folder: z.string().nullable().meta({ description: "Project folder, as the client wrote it." }),
      repository: z.string().nullable(),
      branch: z.string().nullable(),
      calls: z.int(),
      input_tokens: z.int(),
      cache_write_tokens: z.int(),
      cache_read_tokens: z.int(),
      output_tokens: z.int(),
      dollars: z.number().nullable().meta({
        description: "Cost at the prices of the workspace; null if none of the calls has a price.",
      }),
      unpriced_tokens: z.int().meta({ description: "Tokens without a price. Not included in dollars." }),
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
    summary: "Tokens that model calls used, as providers counted them, and their cost",
    request: { query: UsageQuery },
    responses: responses(UsageAnswer),
  });
  api.openapi(route, (c) => {
    const { by, since, tz, session } = c.req.valid("query");
    const { workspaceId, keyId } = c.get("key");
    return limitOfKey(keyId, async () => {
      const { start } = toPeriodScope(workspaceId, { range: since, tz }).range;
      const scope = { workspaceId, sessionId: session, since: start, by };
      const [rows, costOf] = await Promise.all([listUsage(db, scope), readUsageCosts(db, scope)]);
      const priced = rows.slice(0, MAX_ROWS).map((row) => ({ ...row, ...costOf(row) }));
      const usage = priced.map((row) => ({
        day: row.day,
        month: row.month,
        session_id: row.sessionId,
        parent_session_id: row.parentSessionId,
        agent: row.agent,
        model: row.model,
        person: row.person,
        folder: row.folder,
        repository: row.repository,
        branch: row.branch,
        calls: row.calls,
        input_tokens: row.inputTokens,
        cache_write_tokens: row.cacheWriteTokens,
        cache_read_tokens: row.cacheReadTokens,
        output_tokens: row.outputTokens,
        dollars: row.dollars,
        unpriced_tokens: row.unpricedTokens,
      }));
      return c.json({ usage, has_more: rows.length > MAX_ROWS }, 200, PRIVATE);
    });
  });
}
