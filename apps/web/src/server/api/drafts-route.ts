import { Refusal } from "@baton/http";
import { proposeRule, RULE_LISTS } from "@baton/services/policy/propose-rule";
import { createRoute, z } from "@hono/zod-openapi";
import { isUnstorable } from "../is-unstorable";
import { type Api, type ApiContext, guardedBy, requireJson, responses } from "./create-api";

const Proposal = z.object({
  list: z.enum(RULE_LISTS).default("agent_handoff_rules").meta({
    description: "The list of the policy: rules about fields, or content rules.",
  }),
  rule: z.looseObject({ rule_id: z.string().min(1).max(256) }).meta({
    description: "The rule, as in a policy document. It replaces the draft's rule of the same ID.",
  }),
});

const Proposed = z.object({
  draft_id: z.int(),
  revision: z.int(),
  has_replaced: z.boolean().meta({ description: "True if the draft had a rule of this ID." }),
});

export function addDraftsRoute(api: Api, context: ApiContext): void {
  const { db } = context;
  const guard = guardedBy(context, ["propose"]);
  const route = createRoute({
    ...guard,
    middleware: [...guard.middleware, requireJson({ maxBytes: 256 * 1024, maxValues: 10_000 })],
    method: "post",
    path: "/drafts/rules",
    operationId: "proposeRule",
    tags: ["policy"],
    summary: "Adds a rule to the policy draft",
    description:
      "Starts a draft of the live policy if none is open. Publishes nothing: people review the draft in Baton. It counts as an edit by the creator of the key.",
    request: { body: { required: true, content: { "application/json": { schema: Proposal } } } },
    responses: responses(Proposed),
  });
  api.openapi(route, async (c) => {
    const { list, rule } = c.req.valid("json");
    if (isUnstorable(rule)) {
      throw new Refusal(400, "malformed_request", "The rule contains an invalid character. Remove it.");
    }
    const { workspaceId, keyId, name, createdBy, createdById } = c.get("key");
    const person = { id: createdById ?? `key ${keyId}`, name: `${createdBy} (key ${name})` };
    const proposed = await proposeRule(db, { workspaceId, person, list, rule });
    if (!proposed.ok) {
      const { findings } = proposed;
      throw new Refusal(422, "refused", "The draft would be invalid. See the findings.", { findings });
    }
    const { draftId, revision, hasReplaced } = proposed;
    return c.json({ draft_id: draftId, revision, has_replaced: hasReplaced }, 200);
  });
}
