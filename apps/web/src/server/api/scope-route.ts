import { randomUUID } from "node:crypto";
import {
  AgentId,
  type CompiledPolicy,
  ContextHandoffEvent,
  compileWithDetectors,
  ENFORCED,
  PolicySwitch,
  parsePolicy,
  policyFor,
  readHandoffContext,
  scopeContext,
  scopeContextWith,
} from "@baton/core";
import { parseTimestamp } from "@baton/core/internal";
import { MESSAGE_FORMATS, scopeMessages, scopeMessagesWith } from "@baton/core/messages";
import { matchRule } from "@baton/core/policy";
import { createRoute, z } from "@hono/zod-openapi";
import { compileLive, refusePart } from "./content-policy";
import { type Api, type ApiContext, guardedBy, requireJson, responses } from "./create-api";
import { requireSummarizer } from "./summarizer";

const Time = z
  .string()
  .refine((text) => parseTimestamp(text, Number.POSITIVE_INFINITY).ok, "must be an ISO 8601 time");

const HandoffRequest = z.object({
  from: AgentId,
  to: AgentId,
  policy: z.unknown().optional().meta({
    description: "A policy document (governance_policies.json); defaults to the live policy.",
  }),
  switch: PolicySwitch.optional().meta({ description: "The switch for that document. Default: enforce." }),
  now: Time.optional().meta({ description: "Time used to expire rules. Default: server time." }),
  session_id: z.string().min(1).optional(),
  event_id: z.string().min(1).optional(),
  workflow_id: z.string().optional(),
  to_model: z.string().optional(),
});

const HandoffAnswer = z.object({
  rule_id: z.string().nullable(),
  event: ContextHandoffEvent.nullable().meta({
    description: "Line to append to the session file; null if no line is needed.",
  }),
  refusal: z.string().nullable().meta({
    description: "Reason why a content rule blocks the handoff, for the sender; null if none does.",
  }),
});

const Rephrase = z.boolean().default(false).meta({
  description: "True lets the model of the server summarize. The event has its tokens.",
});

const ScopeRequest = HandoffRequest.extend({
  context: z.unknown().meta({
    description:
      "{ prior_outputs: { agent: output }, observations: [ … ], original_input: …, further parts }",
  }),
  rephrase: Rephrase,
});

const ScopeAnswer = HandoffAnswer.extend({
  scoped: z.record(z.string(), z.unknown()).meta({ description: "The context the receiver may see." }),
});

const Message = z.record(z.string(), z.unknown());

const ScopeMessagesRequest = HandoffRequest.extend({
  messages: z.array(Message).meta({ description: "The history, as the framework writes it in JSON." }),
  format: z.enum(MESSAGE_FORMATS).optional().meta({ description: "Default: found by the messages." }),
  rephrase: Rephrase,
  authors: z.array(AgentId.nullable()).optional().meta({
    description: "The agent of each message; null for messages of the user and the system.",
  }),
});

const ScopeMessagesAnswer = HandoffAnswer.extend({
  messages: z.array(Message).meta({ description: "The messages the receiver may see." }),
});

export function addScopeRoute(api: Api, context: ApiContext): void {
  const guard = guardedBy(context, ["evaluate"]);
  const route = createRoute({
    ...guard,
    middleware: [...guard.middleware, requireJson()],
    method: "post",
    path: "/scope",
    operationId: "scopeContext",
    tags: ["policy"],
    summary: "The part of a context that one agent may pass to another",
    description: "Applies the live policy or the policy in the request. Stores nothing.",
    request: { body: { required: true, content: { "application/json": { schema: ScopeRequest } } } },
    responses: responses(ScopeAnswer),
  });
  api.openapi(route, async (c) => {
    const body = c.req.valid("json");
    const { workspaceId } = c.get("key");
    const read = readHandoffContext(body.context);
    if (!read.ok) throw refusePart([read.finding], "context");
    const { policy, handoff, ruleId } = await readHandoff(context, workspaceId, body);
    const whole = { ...handoff, context: read.context };
    const { scoped, event, refusal } = body.rephrase
      ? await scopeContextWith(requireSummarizer(), policy, whole)
      : scopeContext(policy, whole);
    return c.json({ scoped, rule_id: ruleId, event, refusal }, 200, { "cache-control": "no-store" });
  });
}

export function addScopeMessagesRoute(api: Api, context: ApiContext): void {
  const guard = guardedBy(context, ["evaluate"]);
  const route = createRoute({
    ...guard,
    middleware: [...guard.middleware, requireJson()],
    method: "post",
    path: "/scope/messages",
    operationId: "scopeMessages",
    tags: ["policy"],
    summary: "The messages of a history that one agent may pass to another",
    description: "Applies the live policy or the policy in the request. Stores nothing.",
    request: { body: { required: true, content: { "application/json": { schema: ScopeMessagesRequest } } } },
    responses: responses(ScopeMessagesAnswer),
  });
  api.openapi(route, async (c) => {
    const body = c.req.valid("json");
    const { policy, handoff, ruleId } = await readHandoff(context, c.get("key").workspaceId, body);
    const { format, authors } = body;
    const history = { ...handoff, messages: body.messages, format, authors };
    const { messages, event, refusal } = body.rephrase
      ? await scopeMessagesWith(requireSummarizer(), policy, history)
      : scopeMessages(policy, history);
    const answer = { messages: [...messages], rule_id: ruleId, event, refusal };
    return c.json(answer, 200, { "cache-control": "no-store" });
  });
}

/** Returns the policy of a request, and what all handoffs have in common. */
async function readHandoff(context: ApiContext, workspaceId: string, body: z.infer<typeof HandoffRequest>) {
  const sessionId = body.session_id ?? "baton-scope";
  const policy =
    body.policy === undefined
      ? policyFor(await compileLive(context, workspaceId), { sessionId, workflowId: body.workflow_id })
      : await compileSent(body.policy, body.switch ?? ENFORCED);
  const time = parseTimestamp(body.now, Number.POSITIVE_INFINITY);
  const now = time.ok ? time.milliseconds : Date.now();
  const { from, to } = body;
  const handoff = {
    from,
    to,
    isParsedJson: true,
    now,
    sessionId,
    workflowId: body.workflow_id,
    toModel: body.to_model,
    newId: () => body.event_id ?? randomUUID(),
    microseconds: () => Math.round(performance.now() * 1_000),
  };
  const match = policy.index && matchRule(policy.index, from, to, { now });
  return { policy, handoff, ruleId: match?.ruleId ?? null };
}

async function compileSent(document: unknown, policySwitch: PolicySwitch): Promise<CompiledPolicy> {
  const parsed = parsePolicy(document, policySwitch);
  if (!parsed.ok) throw refusePart(parsed.findings, "policy");
  return compileWithDetectors(parsed);
}
