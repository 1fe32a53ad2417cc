import { CAUSES } from "@baton/core";
import { getHandoff } from "@baton/db";
import { Refusal } from "@baton/http";
import { createRoute, z } from "@hono/zod-openapi";
import { explainThen } from "../explain-then";
import { type Api, type ApiContext, guardedBy, PRIVATE, responses } from "./create-api";
import { limitOfKey } from "./session-key";
import { ListedHandoff, toListedHandoff } from "./sessions-route";

/** Maximum fields of an answer; a context may have any number. */
const MAX_FIELDS = 2_000;

const ExplainedHandoff = ListedHandoff.extend({
  note: z.string().nullable().meta({ description: "Note of the orchestrator or Baton." }),
  explanation: z
    .object({
      summary: z.string().meta({ description: "Why this rule applied, in a sentence." }),
      rules: z
        .array(
          z.object({
            rule_id: z.string(),
            from_agent: z.string(),
            to_agent: z.string(),
            verdict: z.string().meta({ description: "`applies`, or why it does not." }),
            reason: z.string(),
          }),
        )
        .meta({ description: "The rules for this pair, in order of precedence." }),
      since: z.enum(["same", "changed", "gone"]).nullable().meta({
        description: "The rule in the latest policy; null if no rule applied.",
      }),
    })
    .nullable()
    .meta({ description: "Null if Baton does not know the policy of the handoff." }),
  fields: z
    .array(
      z.object({
        path: z.string(),
        before_tokens: z.number(),
        after_tokens: z.number(),
        cause: z.enum(CAUSES).nullable().meta({ description: "Why it was removed; null if it passed." }),
        reason: z.string().nullable().meta({
          description: "The clause of the policy that decided; null if Baton does not know the policy.",
        }),
      }),
    )
    .nullable()
    .meta({ description: "Removed fields first; null if they were not recorded." }),
  fields_total: z.int(),
});

export function addHandoffRoute(api: Api, context: ApiContext): void {
  const { db } = context;
  const route = createRoute({
    ...guardedBy(context, ["read"]),
    method: "get",
    path: "/sessions/{id}/handoffs/{event}",
    operationId: "explainHandoff",
    tags: ["sessions"],
    summary: "One handoff: what passed, what was removed, and by which rule",
    request: {
      params: z.object({
        id: z.string().meta({ description: "Session ID." }),
        event: z.string().meta({ description: "Event ID of the handoff." }),
      }),
    },
    responses: responses(ExplainedHandoff),
  });
  api.openapi(route, (c) => {
    const { workspaceId, keyId } = c.get("key");
    const { id, event } = c.req.valid("param");
    return limitOfKey(keyId, async () => {
      const found = await getHandoff(db, { workspaceId, sessionId: id, eventId: event });
      if (!found) throw new Refusal(404, "no_such_handoff", "Handoff not found in this session.");
      const { handoff, outline } = found;
      const match = await explainThen(db, workspaceId, handoff, outline?.entries ?? []);
      const entries = [...(outline?.entries ?? [])].sort(
        (a, b) => Number(b.cause !== undefined) - Number(a.cause !== undefined),
      );
      const answer = {
        ...toListedHandoff({
          ...handoff,
          savedTokens:
            handoff.savedTokens === null ? null : handoff.savedTokens - (handoff.summarizerTokens ?? 0),
        }),
        note: handoff.auditNote,
        explanation: match && {
          summary: match.summary,
          rules: match.candidates.first.map(({ ruleId, fromAgent, toAgent, verdict, reason }) => ({
            rule_id: ruleId,
            from_agent: fromAgent,
            to_agent: toAgent,
            verdict,
            reason,
          })),
          since: match.since,
        },
        fields:
          outline &&
          entries.slice(0, MAX_FIELDS).map(({ path, tokens, after = tokens, cause = null }) => ({
            path,
            before_tokens: tokens,
            after_tokens: after,
            cause,
            reason: match?.reasons.get(path) ?? null,
          })),
        fields_total: entries.length,
      };
      return c.json(answer, 200, PRIVATE);
    });
  });
}
