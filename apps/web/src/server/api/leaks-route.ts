import { CAUSES } from "@baton/core";
import { listLeaks } from "@baton/db";
import { LEAK_EVIDENCES, nameOf } from "@baton/server/lineage";
import { createRoute, z } from "@hono/zod-openapi";
import { SortValue } from "../inputs";
import { type Api, type ApiContext, guardedBy, PRIVATE, responses } from "./create-api";
import { PAGE_QUERY, readCursor, writeCursor } from "./page-cursor";

const ListedLeak = z.object({
  session_id: z.string(),
  event_id: z.string().meta({ description: "The handoff that leaked." }),
  occurred_at: z.iso.datetime(),
  from_agent: z.string(),
  to_agent: z.string(),
  rule_id: z.string().nullable(),
  field: z.string().meta({ description: "Name of the blocked field." }),
  path: z.string().meta({ description: "The first path at which it reached the receiver." }),
  paths: z.number().meta({ description: "Number of such paths." }),
  tokens: z.number(),
  evidence: z.enum(LEAK_EVIDENCES),
  blocked: z
    .object({
      session_id: z.string().meta({ description: "The same session, or one that it is linked to." }),
      event_id: z.string(),
      occurred_at: z.iso.datetime(),
      from_agent: z.string(),
      rule_id: z.string().nullable(),
      cause: z.enum(CAUSES).nullable().meta({
        description: "Cause of its removal; null if it passed despite the block.",
      }),
    })
    .meta({ description: "The earliest handoff that blocked the field for the receiver." }),
});
const LeakPage = z.object({
  leaks: z.array(ListedLeak),
  next_cursor: z.string().nullable().meta({ description: "Null on the last page." }),
});

const LeakCursor = z.object({ occurredAt: SortValue, eventId: z.string(), name: z.string() });

const LeakQuery = z.strictObject({
  ...PAGE_QUERY,
  session: z.string().optional().meta({ description: "Session ID." }),
  handoff: z.string().optional().meta({ description: "Event ID of the handoff that leaked." }),
  field: z.string().max(1_000).optional().meta({ description: "Name of the field." }),
  agent: z.string().optional().meta({
    description: "The receiver, the sender, or the agent that the field was blocked from.",
  }),
  from: z.string().optional(),
  to: z.string().optional(),
  rule: z.string().optional().meta({ description: "The rule of the handoff that leaked or blocked." }),
});

export function addLeakRoute(api: Api, context: ApiContext): void {
  const { db } = context;
  const route = createRoute({
    ...guardedBy(context, ["read"]),
    method: "get",
    path: "/leaks",
    operationId: "listLeaks",
    tags: ["sessions"],
    summary: "Blocked fields that reached their receiver another way (newest first)",
    request: { query: LeakQuery },
    responses: responses(LeakPage),
  });
  api.openapi(route, async (c) => {
    const query = c.req.valid("query");
    const { workspaceId } = c.get("key");
    const page = await listLeaks(db, {
      workspaceId,
      sessionId: query.session,
      eventId: query.handoff,
      name: query.field === undefined ? undefined : nameOf(query.field),
      agent: query.agent,
      from: query.from,
      to: query.to,
      ruleId: query.rule,
      cursor: readCursor(LeakCursor, query.cursor),
      limit: query.limit,
    });
    const answer = {
      leaks: page.leaks.map((leak) => ({
        session_id: leak.sessionId,
        event_id: leak.eventId,
        occurred_at: leak.occurredAt.toISOString(),
        from_agent: leak.fromAgent,
        to_agent: leak.toAgent,
        rule_id: leak.ruleId,
        field: leak.field,
        path: leak.place.path,
        paths: leak.placeCount,
        tokens: leak.tokens,
        evidence: leak.evidence,
        blocked: {
          session_id: leak.blockedSessionId,
          event_id: leak.blockedEventId,
          occurred_at: leak.blockedAt.toISOString(),
          from_agent: leak.blockedFromAgent,
          rule_id: leak.blockedRuleId,
          cause: leak.blockedCause,
        },
      })),
      next_cursor: writeCursor(page.nextCursor),
    };
    return c.json(answer, 200, PRIVATE);
  });
}
