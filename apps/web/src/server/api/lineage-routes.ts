import { CAUSES } from "@baton/core";
import { listFieldFlows, listSessionLeaks } from "@baton/db";
import { LEAK_EVIDENCES, POSSESSIONS, traceAgent, traceField } from "@baton/server/lineage";
import { createRoute, z } from "@hono/zod-openapi";
import { Range, TimeZone } from "../inputs";
import { toPeriodScope } from "../savings-scope";
import { readBlocks } from "../session-blocks";
import { type Api, type ApiContext, guardedBy, PRIVATE, responses } from "./create-api";
import { limitOfKey, readSessionOutlines } from "./session-key";

/** Maximum fields, steps or leaks of an answer: a session may have any number. */
const MAX_LISTED = 1_000;

const Cause = z.enum(CAUSES).nullable().meta({ description: "Why it was removed; null if it passed." });
const At = {
  number: z.int().meta({ description: "Its handoff in the session, from 1." }),
  event_id: z.string(),
};

const KnownField = z.object({
  path: z.string(),
  tokens: z.number(),
  ...At,
  senders: z.array(z.string()),
  is_in_summary: z.boolean().meta({ description: "True if at most a summary of it was received." }),
});

const Knowledge = z.object({
  agent: z.string(),
  wrote: z.array(KnownField).meta({ description: "Fields of its own output." }),
  received: z.array(KnownField),
  withheld: z
    .array(z.object({ path: z.string(), tokens: z.number(), ...At, cause: Cause }))
    .meta({ description: "Fields that were offered to it and removed each time." }),
  totals: z.object({ wrote: z.int(), received: z.int(), withheld: z.int() }),
  handoffs: z.int().meta({ description: "Handoffs to the agent." }),
  handoffs_without_fields: z.int().meta({
    description: "Those whose fields were not recorded, or not all: it may know more.",
  }),
});

const FieldTrace = z.object({
  path: z.string(),
  holders: z
    .array(
      z.object({
        agent: z.string(),
        possession: z.enum(POSSESSIONS),
        number: z.int().nullable(),
        event_id: z.string().nullable(),
        has_leaked: z.boolean().meta({ description: "True if it is blocked for this agent and reached it." }),
      }),
    )
    .meta({ description: "Every agent of the session." }),
  steps: z.array(
    z.object({
      ...At,
      from_agent: z.string(),
      to_agent: z.string(),
      rule_id: z.string().nullable(),
      path: z.string().meta({ description: "The first of its paths at this handoff." }),
      before_tokens: z.number(),
      after_tokens: z.number(),
      cause: Cause,
      is_blocked: z.boolean(),
      leak: z.enum(LEAK_EVIDENCES).nullable(),
    }),
  ),
  steps_total: z.int(),
  handoffs: z.int(),
  handoffs_without_fields: z.int(),
});

const FieldTraffic = z.object({
  fields: z.array(
    z.object({
      path: z.string(),
      from_agent: z.string(),
      to_agent: z.string(),
      rule_id: z.string().nullable(),
      outcome: z.string().meta({ description: "`passed`, or the cause of its removal." }),
      handoffs: z.int(),
      before_tokens: z.int(),
      after_tokens: z.int(),
      last_seen_on: z.iso.date(),
    }),
  ),
  has_more: z.boolean(),
});

const TrafficQuery = z.strictObject({
  field: z
    .string()
    .min(1)
    .max(2_000)
    .meta({ description: "A name (`ssn`) or a path (`intake.claimant.ssn`)." }),
  range: Range.default("30d"),
  tz: TimeZone.default("UTC"),
  agent: z.string().optional(),
});

/** Traces agents and fields, in one session and in all. */
export function addLineageRoutes(api: Api, context: ApiContext): void {
  const { db } = context;
  const guard = guardedBy(context, ["read"]);
  const id = z.string().meta({ description: "Session ID." });

  const agent = createRoute({
    ...guard,
    method: "get",
    path: "/sessions/{id}/agents/{agent}",
    operationId: "getAgentKnowledge",
    tags: ["sessions"],
    summary: "Fields that an agent wrote, received, and was not given in a session",
    request: { params: z.object({ id, agent: z.string() }) },
    responses: responses(Knowledge),
  });
  api.openapi(agent, (c) => {
    const { workspaceId, keyId } = c.get("key");
    const { id: sessionId, agent: name } = c.req.valid("param");
    return limitOfKey(keyId, async () => {
      const handoffs = await readSessionOutlines(db, { workspaceId, sessionId });
      const { wrote, received, withheld, handoffCount, unknownCount } = traceAgent(handoffs, name);
      const toField = ({ path, tokens, number, eventId, senders, has }: (typeof wrote)[number]) => ({
        path,
        tokens,
        number,
        event_id: eventId,
        senders: [...senders],
        is_in_summary: has === "in_summary",
      });
      const answer = {
        agent: name,
        wrote: wrote.slice(0, MAX_LISTED).map(toField),
        received: received.slice(0, MAX_LISTED).map(toField),
        withheld: withheld.slice(0, MAX_LISTED).map(({ path, tokens, number, eventId, cause }) => ({
          path,
          tokens,
          number,
          event_id: eventId,
          cause,
        })),
        totals: { wrote: wrote.length, received: received.length, withheld: withheld.length },
        handoffs: handoffCount,
        handoffs_without_fields: unknownCount,
      };
      return c.json(answer, 200, PRIVATE);
    });
  });

  const field = createRoute({
    ...guard,
    method: "get",
    path: "/sessions/{id}/field",
    operationId: "traceField",
    tags: ["sessions"],
    summary: "The path of a field through a session: its holders, removals and leaks",
    request: {
      params: z.object({ id }),
      query: z.strictObject({ path: z.string().min(1).max(1_000) }),
    },
    responses: responses(FieldTrace),
  });
  api.openapi(field, (c) => {
    const { workspaceId, keyId } = c.get("key");
    const { id: sessionId } = c.req.valid("param");
    const { path } = c.req.valid("query");
    return limitOfKey(keyId, async () => {
      const key = { workspaceId, sessionId };
      const handoffs = await readSessionOutlines(db, key);
      const blocks = await readBlocks(db, workspaceId, handoffs);
      const leaks = await listSessionLeaks(db, { ...key, limit: MAX_LISTED });
      const { holders, steps, handoffCount, unknownCount } = traceField(handoffs, path, blocks, leaks);
      const answer = {
        path,
        holders: holders.slice(0, MAX_LISTED).map((holder) => ({
          agent: holder.agent,
          possession: holder.possession,
          number: holder.number,
          event_id: holder.eventId,
          has_leaked: holder.leak !== null,
        })),
        steps: steps.slice(0, MAX_LISTED).map((step) => ({
          number: step.number,
          event_id: step.eventId,
          from_agent: step.fromAgent,
          to_agent: step.toAgent,
          rule_id: step.ruleId,
          path: step.paths[0] ?? path,
          before_tokens: step.tokens,
          after_tokens: step.after,
          cause: step.cause,
          is_blocked: step.isBlocked,
          leak: step.leak,
        })),
        steps_total: steps.length,
        handoffs: handoffCount,
        handoffs_without_fields: unknownCount,
      };
      return c.json(answer, 200, PRIVATE);
    });
  });

  const traffic = createRoute({
    ...guard,
    method: "get",
    path: "/fields",
    operationId: "listFieldTraffic",
    tags: ["sessions"],
    summary: "Handoffs with a field in all sessions, by pair, rule and outcome",
    request: { query: TrafficQuery },
    responses: responses(FieldTraffic),
  });
  api.openapi(traffic, async (c) => {
    const { range, tz, ...filter } = c.req.valid("query");
    const scope = toPeriodScope(c.get("key").workspaceId, { range, tz });
    const flows = await listFieldFlows(db, { ...scope, filter, limit: MAX_LISTED + 1 });
    const answer = {
      fields: flows.slice(0, MAX_LISTED).map((flow) => ({
        path: flow.path,
        from_agent: flow.fromAgent,
        to_agent: flow.toAgent,
        rule_id: flow.ruleId === "" ? null : flow.ruleId,
        outcome: flow.outcome,
        handoffs: flow.handoffCount,
        before_tokens: flow.beforeTokens,
        after_tokens: flow.afterTokens,
        last_seen_on: new Date(flow.lastSeenOn).toISOString().slice(0, 10),
      })),
      has_more: flows.length > MAX_LISTED,
    };
    return c.json(answer, 200, PRIVATE);
  });
}
