import { ContentFinding } from "@baton/core";
import {
  ChatMessages,
  compactConversation,
  compactConversationWith,
  compactPhase,
  compactPhaseWith,
  EssentialState,
  restoreFacts,
  SurvivalContract,
} from "@baton/core/compaction";
import { CompactionEvent } from "@baton/core/session";
import { Refusal } from "@baton/http";
import { createRoute, z } from "@hono/zod-openapi";
import { findContentPolicy } from "./content-policy";
import { type Api, type ApiContext, DOCUMENT_LIMITS, guardedBy, requireJson, responses } from "./create-api";
import {
  describeSummarizerCost,
  Rephrase,
  requireSummarizer,
  SummarizerCost,
  useOfEvent,
} from "./summarizer";

const Contract = SurvivalContract.optional().meta({
  description:
    "Facts that must survive: literal ones, or sentences in any words. `event` names missing ones.",
});

const SIZES = {
  summarizer: SummarizerCost,
  before_tokens: z.int(),
  after_tokens: z.int(),
  event: CompactionEvent.meta({ description: "Line for the session file, without IDs and time." }),
  content_findings: z.array(ContentFinding),
  content_failure: z.string().nullable().meta({
    description: "Reason why a content rule could not be applied and text is withheld; otherwise null.",
  }),
};

const SummaryRequest = z.object({
  output: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .meta({ description: "Output of the phase: Markdown, or an object of texts and numbers." }),
  essential: EssentialState.meta({ description: "State that every compaction keeps." }),
  next_phase: z
    .string()
    .min(1)
    .meta({ description: "`implementation`, or `implementation: the callback route`." }),
  contract: Contract,
  rephrase: Rephrase,
});

const Summary = z.object({
  context_summary: z.string().meta({ description: "Bullets, most needed first, in at most 500 tokens." }),
  essential_state: EssentialState,
  ...SIZES,
});

const ConversationRequest = z.object({
  messages: z.array(z.unknown()).meta({ description: "A list of `{ role, content }`." }),
  contract: Contract,
  rephrase: Rephrase,
});

const Conversation = z.object({
  summary: z.string().meta({ description: "Markdown. Every line is a quote." }),
  ...SIZES,
  reduction: z.number().meta({ description: "1 − after ÷ before." }),
  reaches_goal: z.boolean().meta({ description: "True if the reduction is at least half." }),
  loss: z.record(
    z.string(),
    z.object({ total: z.int(), kept: z.int(), share: z.number().nullable(), gone: z.array(z.string()) }),
  ),
});

const RestoreRequest = z.object({ summary: z.string(), contract: SurvivalContract });

const Restored = z.object({
  summary: z.string().meta({ description: "The summary, with the facts it lacked at its end." }),
  restored: z.array(z.string()),
});

export function addCompactionRoutes(api: Api, context: ApiContext): void {
  const guard = guardedBy(context, ["evaluate"]);
  const common = {
    ...guard,
    middleware: [...guard.middleware, requireJson(DOCUMENT_LIMITS)],
    tags: ["compaction"],
    description: "Redacts by the content rules of the live policy. Stores nothing.",
  };

  const summary = createRoute({
    ...common,
    method: "post",
    path: "/compact/summary",
    operationId: "compactSummary",
    summary: "The parts of a phase's output that the next phase needs",
    request: { body: { required: true, content: { "application/json": { schema: SummaryRequest } } } },
    responses: responses(Summary),
  });
  api.openapi(summary, async (c) => {
    const { output, essential, next_phase: nextPhase, contract, rephrase } = c.req.valid("json");
    const { workspaceId } = c.get("key");
    const contentPolicy = await findContentPolicy(context, workspaceId);
    const request = { output, essential, nextPhase, contract, contentPolicy };
    const compacted = rephrase ? await compactPhaseWith(requireSummarizer(), request) : compactPhase(request);
    const used = await describeSummarizerCost(context, workspaceId, useOfEvent(compacted.event));
    const content_findings = [...compacted.content_findings];
    return c.json({ ...compacted, content_findings, summarizer: used }, 200);
  });

  const conversation = createRoute({
    ...common,
    method: "post",
    path: "/compact/conversation",
    operationId: "compactConversation",
    summary: "A conversation in at most half of its tokens",
    request: { body: { required: true, content: { "application/json": { schema: ConversationRequest } } } },
    responses: responses(Conversation),
  });
  api.openapi(conversation, async (c) => {
    const { messages, contract, rephrase } = c.req.valid("json");
    const read = ChatMessages.safeParse(messages);
    if (!read.success) {
      const message = "The messages are not a list of { role, content } with the roles of chat models.";
      throw new Refusal(422, "refused", message);
    }
    const { workspaceId } = c.get("key");
    const content = { contentPolicy: await findContentPolicy(context, workspaceId) };
    const { loss, content_findings, ...compacted } = rephrase
      ? await compactConversationWith(requireSummarizer(), read.data, contract, content)
      : compactConversation(read.data, contract, content);
    const summarizer = await describeSummarizerCost(context, workspaceId, useOfEvent(compacted.event));
    const lost = Object.entries(loss).map(([name, { total, kept, share, gone }]) => [
      name,
      { total, kept, share, gone: [...gone] },
    ]);
    const answer = {
      ...compacted,
      content_findings: [...content_findings],
      loss: Object.fromEntries(lost),
      summarizer,
    };
    return c.json(answer, 200);
  });

  const restore = createRoute({
    ...common,
    description: "Adds facts of the request alone. Stores nothing.",
    method: "post",
    path: "/compact/restore",
    operationId: "restoreFacts",
    summary: "A summary with the required facts that it lacked",
    request: { body: { required: true, content: { "application/json": { schema: RestoreRequest } } } },
    responses: responses(Restored),
  });
  api.openapi(restore, (c) => {
    const { summary: given, contract } = c.req.valid("json");
    const { summary: restored, restored: facts } = restoreFacts(given, contract);
    return c.json({ summary: restored, restored: [...facts] }, 200);
  });
}
