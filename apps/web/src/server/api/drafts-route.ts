import { Finding } from "@baton/core";
import type { ApiKey, Person } from "@baton/db";
import { Refusal } from "@baton/http";
import { proposePolicy } from "@baton/services/policy/propose-policy";
import { proposeRule, RULE_LISTS } from "@baton/services/policy/propose-rule";
import { createRoute, z } from "@hono/zod-openapi";
import { withBasePath } from "@/base-path";
import { isUnstorable } from "../is-unstorable";
import { type Api, type ApiContext, DOCUMENT_LIMITS, guardedBy, requireJson, responses } from "./create-api";

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
  findings: z.array(Finding).meta({ description: "Warnings about the rule, such as unknown settings." }),
});

const ProposedDocument = z.object({
  document: z.string().max(1_500_000).meta({
    description: "The whole policy document (`governance_policies.json`) as text. Other sections stay in it.",
  }),
  based_on: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .meta({ description: "Version that the document started from. Default: the live policy." }),
});

const SavedDocument = z.object({
  outcome: z.enum(["saved", "live"]).meta({ description: "`live`: the document is the live policy." }),
  draft_id: z.int().nullable().meta({ description: "Null if the document is the live policy." }),
  revision: z.int().nullable(),
  has_merged: z.boolean().meta({ description: "True if the draft also keeps changes of others." }),
  page: z.string().meta({ description: "Path of the page with the draft." }),
  findings: z.array(Finding).meta({ description: "Obstacles to its publication, such as failing tests." }),
});

/** Adds the routes that propose a policy or a rule. */
export function addDraftsRoutes(api: Api, context: ApiContext): void {
  addDocumentRoute(api, context);
  addRuleRoute(api, context);
}

function addDocumentRoute(api: Api, context: ApiContext): void {
  const { db } = context;
  const guard = guardedBy(context, ["propose"]);
  const route = createRoute({
    ...guard,
    middleware: [...guard.middleware, requireJson(DOCUMENT_LIMITS)],
    method: "post",
    path: "/drafts",
    operationId: "proposePolicy",
    tags: ["policy"],
    summary: "Proposes a policy document as the draft",
    description:
      "Starts a draft, or merges the document into the open one. Publishes nothing, and drops no change of others: 409 `conflict` lists what both changed. It counts as an edit by the creator of the key.",
    request: { body: { required: true, content: { "application/json": { schema: ProposedDocument } } } },
    responses: responses(SavedDocument),
  });
  api.openapi(route, async (c) => {
    const { document, based_on: basedOn } = c.req.valid("json");
    if (isUnstorable(document)) {
      throw new Refusal(400, "malformed_request", "The document contains an invalid character. Remove it.");
    }
    const { workspaceId } = c.get("key");
    const person = authorOf(c.get("key"));
    const proposed = await proposePolicy(db, { workspaceId, person, document, basedOn });
    const page = withBasePath(`/w/${encodeURIComponent(workspaceId)}/policies/review`);
    const { outcome } = proposed;
    switch (outcome) {
      case "saved": {
        const { draftId, revision, hasMerged, findings } = proposed;
        const saved = { draft_id: draftId, revision, has_merged: hasMerged, findings: [...findings] };
        return c.json({ outcome, ...saved, page }, 200);
      }
      case "live":
        return c.json(
          { outcome, draft_id: null, revision: null, has_merged: false, findings: [], page },
          200,
        );
      case "conflict": {
        const conflicts = proposed.conflicts.map(({ ruleId, field, base, mine, theirs }) => ({
          rule_id: ruleId,
          setting: field,
          base,
          proposed: mine,
          current: theirs,
        }));
        const message =
          proposed.with === "draft"
            ? "Others changed the same settings differently in the open draft. Nothing was changed. Publish or discard that draft, or change the document."
            : "The live policy changed the same settings differently since. Nothing was changed. Start from the live policy.";
        throw new Refusal(409, "conflict", message, {
          extensions: { with: proposed.with, conflicts, page },
        });
      }
      case "invalid": {
        const { findings, part } = proposed;
        if (part === "document") {
          throw new Refusal(422, "refused", "The document is not a valid policy. See the findings.", {
            findings,
          });
        }
        const message =
          "The open draft is not a valid policy, so nothing can be merged into it. Correct it first.";
        throw new Refusal(409, "invalid_draft", message, { findings });
      }
      case "unknown_base":
        throw new Refusal(409, "unknown_base", "This workspace does not know the version in `based_on`.");
    }
  });
}

/** Returns the user to whom an edit with a key belongs. */
function authorOf({ keyId, name, createdBy, createdById }: ApiKey): Person {
  return { id: createdById ?? `key ${keyId}`, name: `${createdBy} (key ${name})` };
}

function addRuleRoute(api: Api, context: ApiContext): void {
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
    const { workspaceId } = c.get("key");
    const person = authorOf(c.get("key"));
    const proposed = await proposeRule(db, { workspaceId, person, list, rule });
    if (!proposed.ok) {
      const { findings } = proposed;
      throw new Refusal(422, "refused", "The draft would be invalid. See the findings.", { findings });
    }
    const { draftId, revision, hasReplaced, findings } = proposed;
    const saved = { draft_id: draftId, revision, has_replaced: hasReplaced, findings: [...findings] };
    return c.json(saved, 200);
  });
}
