import { SCOPING_STATES } from "@baton/core";
import { HANDOFF_MODES } from "@baton/core/policy";
import { HANDOFF_KINDS } from "@baton/core/session";
import { listHandoffPage, listSessions } from "@baton/db";
import { ENFORCEMENTS } from "@baton/server/lineage";
import { createRoute, z } from "@hono/zod-openapi";
import { SortValue } from "../inputs";
import { type Api, type ApiContext, guardedBy, PRIVATE, responses } from "./create-api";
import { PAGE_QUERY, readCursor, writeCursor } from "./page-cursor";
import { requireSession } from "./session-key";

const Tokens = z.number().nullable().meta({ description: "In tokens; null if not recorded." });
const NextCursor = z.string().nullable().meta({ description: "Null on the last page." });

const ListedSession = z.object({
  session_id: z.string(),
  title: z.string().nullable(),
  workflow_id: z.string().nullable(),
  format: z.string(),
  started_at: z.iso.datetime(),
  last_event_at: z.iso.datetime(),
  handoffs: z.number(),
  compactions: z.number(),
  errors: z.number(),
  not_by_the_policy: z.number().meta({ description: "Handoffs with a policy violation." }),
  leaks: z.number().meta({ description: "Blocked fields that reached their receiver, once per handoff." }),
  before_tokens: z.number(),
  after_tokens: z.number(),
  saved_tokens: z.number().meta({ description: "Net of summarizer tokens." }),
});
const SessionPage = z.object({ sessions: z.array(ListedSession), next_cursor: NextCursor });

const SessionListCursor = z.object({ value: SortValue, sessionId: z.string() });

export const ListedHandoff = z.object({
  event_id: z.string(),
  occurred_at: z.iso.datetime(),
  kind: z.enum(HANDOFF_KINDS),
  from_agent: z.string(),
  to_agent: z.string(),
  mode: z.enum(HANDOFF_MODES).nullable(),
  rule_id: z.string().nullable(),
  policy_version: z.string().nullable(),
  scoping_state: z.enum(SCOPING_STATES).nullable(),
  before_tokens: Tokens,
  after_tokens: Tokens,
  saved_tokens: Tokens.meta({ description: "Net of summarizer tokens." }),
  enforcement: z.enum(ENFORCEMENTS).nullable().meta({
    description: "True if it followed the policy live at the time; null if that policy is unknown.",
  }),
});
const HandoffPage = z.object({ handoffs: z.array(ListedHandoff), next_cursor: NextCursor });

const HandoffPageCursor = z.object({
  occurredAt: SortValue,
  sourceFileId: z.int(),
  sequence: z.int(),
  ordinal: z.int32(),
});

const SessionListQuery = z.strictObject({
  ...PAGE_QUERY,
  search: z.string().max(200).optional().meta({ description: "Search text, as in the session list." }),
  agent: z.string().optional(),
  drift: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "true: only sessions with a policy violation." }),
  leak: z.enum(["true", "false"]).optional().meta({ description: "true: only sessions with a leak." }),
});

export function addSessionRoutes(api: Api, context: ApiContext): void {
  const { db } = context;
  const list = createRoute({
    ...guardedBy(context, ["read"]),
    method: "get",
    path: "/sessions",
    operationId: "listSessions",
    tags: ["sessions"],
    summary: "Sessions (latest event first)",
    request: { query: SessionListQuery },
    responses: responses(SessionPage),
  });
  api.openapi(list, async (c) => {
    const query = c.req.valid("query");
    const { workspaceId } = c.get("key");
    const page = await listSessions(db, {
      workspaceId,
      sort: "recent",
      search: query.search?.trim(),
      limit: query.limit,
      filter: { agent: query.agent },
      hasViolation: query.drift === "true",
      hasLeak: query.leak === "true",
      cursor: readCursor(SessionListCursor, query.cursor),
    });
    const answer = {
      sessions: page.sessions.map((session) => ({
        session_id: session.sessionId,
        title: session.title,
        workflow_id: session.workflowId,
        format: session.format,
        started_at: session.startedAt.toISOString(),
        last_event_at: session.lastEventAt.toISOString(),
        handoffs: session.handoffCount,
        compactions: session.compactionCount,
        errors: session.errorCount,
        not_by_the_policy: session.violationCount,
        leaks: session.leakCount,
        before_tokens: session.beforeTokens,
        after_tokens: session.afterTokens,
        saved_tokens: session.savedTokens,
      })),
      next_cursor: writeCursor(page.nextCursor),
    };
    return c.json(answer, 200, PRIVATE);
  });

  const handoffs = createRoute({
    ...guardedBy(context, ["read"]),
    method: "get",
    path: "/sessions/{id}/handoffs",
    operationId: "listSessionHandoffs",
    tags: ["sessions"],
    summary: "Handoffs of a session (oldest first)",
    request: {
      params: z.object({ id: z.string().meta({ description: "Session ID." }) }),
      query: z.strictObject(PAGE_QUERY),
    },
    responses: responses(HandoffPage),
  });
  api.openapi(handoffs, async (c) => {
    const query = c.req.valid("query");
    const { workspaceId } = c.get("key");
    const key = { workspaceId, sessionId: c.req.valid("param").id };
    await requireSession(db, key);
    const cursor = readCursor(HandoffPageCursor, query.cursor);
    const page = await listHandoffPage(db, { ...key, cursor, limit: query.limit });
    const answer = {
      handoffs: page.handoffs.map(toListedHandoff),
      next_cursor: writeCursor(page.nextCursor),
    };
    return c.json(answer, 200, PRIVATE);
  });
}

type HandoffRow = Awaited<ReturnType<typeof listHandoffPage>>["handoffs"][number];

export function toListedHandoff(
  handoff: Omit<HandoffRow, "sourceFileId" | "sequence" | "ordinal" | "savedTokens"> & {
    savedTokens: number | null;
  },
): z.infer<typeof ListedHandoff> {
  return {
    event_id: handoff.eventId,
    occurred_at: handoff.occurredAt.toISOString(),
    kind: handoff.kind,
    from_agent: handoff.fromAgent,
    to_agent: handoff.toAgent,
    mode: handoff.mode,
    rule_id: handoff.ruleId,
    policy_version: handoff.policyVersion,
    scoping_state: handoff.scopingState,
    before_tokens: handoff.beforeTokens,
    after_tokens: handoff.afterTokens,
    saved_tokens: handoff.savedTokens,
    enforcement: handoff.enforcement,
  };
}
