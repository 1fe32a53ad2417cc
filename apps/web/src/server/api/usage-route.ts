import {
  COST_GROUPS,
  type Database,
  getPriceBook,
  listDailyUsage,
  listUsage,
  USAGE_GROUPS,
  type Usage,
  type UsageGroup,
} from "@baton/db";
import { createRoute, z } from "@hono/zod-openapi";
import { Range, TimeZone } from "../inputs";
import { toPeriodScope } from "../savings-scope";
import { usageBy } from "../usage-by-model";
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
      day: z
        .string()
        .nullable()
        .meta({ description: "UTC. Null, like the next eight, if the calls differ." }),
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
      const [rows, costOf] = await Promise.all([
        listUsage(db, { workspaceId, sessionId: session, since: start, by }),
        readCosts(db, { workspaceId, session, start, by }),
      ]);
      const usage = rows.slice(0, MAX_ROWS).map((row) => ({
        day: row.day,
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
        ...costOf(row),
      }));
      return c.json({ usage, has_more: rows.length > MAX_ROWS }, 200, PRIVATE);
    });
  });
}

/** Returns a function for the cost of a row of `listUsage`, which groups by the same columns. */
async function readCosts(
  db: Database,
  query: { workspaceId: string; session: string | undefined; start: Date; by: readonly UsageGroup[] },
) {
  const { workspaceId, session, start, by } = query;
  const range = { start, end: END_OF_TIME, timeZone: "UTC" };
  const groups = COST_GROUPS.filter((group) => by.includes(group));
  const [calls, prices] = await Promise.all([
    listDailyUsage(db, { workspaceId, range, by: groups, filter: { session } }),
    getPriceBook(db, { workspaceId }),
  ]);
  const keyOf = (row: Record<UsageGroup, string | null>) => JSON.stringify(by.map((group) => row[group]));
  const sums = usageBy(calls, keyOf, prices);
  const costs = new Map(sums.map(({ key, dollars, unpricedTokens }) => [key, { dollars, unpricedTokens }]));
  return (row: Usage) => {
    const cost = costs.get(keyOf({ ...row, session: row.sessionId }));
    return { dollars: cost?.dollars ?? null, unpriced_tokens: cost?.unpricedTokens ?? 0 };
  };
}

/** Calls have no end of their period. */
const END_OF_TIME = new Date("9999-01-01T00:00:00Z");
