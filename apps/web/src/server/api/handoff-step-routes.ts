import { Finding } from "@baton/core";
import {
  adviseHandoff,
  continuation,
  listObjectives,
  parseProgress,
  partialResult,
  updateProgress,
} from "@baton/core/handoff-document";
import { renderHandoffTemplate } from "@baton/core/templates";
import { Refusal } from "@baton/http";
import { createRoute, z } from "@hono/zod-openapi";
import { type Api, type ApiContext, DOCUMENT_LIMITS, guardedBy, requireJson, responses } from "./create-api";

const Tokens = z.int().nonnegative();
const ProgressText = z.string().meta({ description: "The progress file of the phase, as JSON text." });

const AdviseRequest = z.object({
  used_tokens: Tokens.meta({ description: "Tokens in the agent's context." }),
  window_tokens: z.int().positive().default(200_000),
  tool_calls: Tokens.default(0).meta({ description: "Since its last handoff." }),
  objectives_touched: Tokens.default(0).meta({ description: "Since its last handoff." }),
  has_finished_objective: z.boolean().default(false),
  file_reads: z.record(z.string(), z.int().positive()).default({}),
  progress: ProgressText.optional(),
});
const Continuation = z.object({ by: z.enum(["successor", "lead"]), remaining: z.int() });
const Advice = z.object({
  action: z.enum(["go_on", "advise", "write"]),
  reasons: z.array(z.string()),
  is_held_back: z.boolean().meta({ description: "True if there is too little work since the last handoff." }),
  continuation: Continuation.nullable().meta({
    description: "The agent that continues; null without `progress`.",
  }),
});

const NewRequest = z.object({
  task: z.string().optional(),
  phase: z.string().optional(),
  predecessor: z.string().optional().meta({ description: "Path of the document that it follows." }),
  from_agent: z.string().optional(),
  session_id: z.string().optional(),
});
const New = z.object({ markdown: z.string().meta({ description: "The document to fill in." }) });

const PartialRequest = z.object({
  handoff_path: z.string().min(1),
  used_tokens: Tokens,
  window_tokens: z.int().positive().default(200_000),
  progress: ProgressText.optional(),
});
const Partial = z.object({
  result: z.unknown().meta({ description: "The content of `.return-meta.json`." }),
});

const ProgressRequest = z.object({
  progress: ProgressText,
  proposed: ProgressText.optional().meta({ description: "The next state; without it, nothing changes." }),
});
const ProgressAnswer = z.object({
  ok: z.boolean().meta({ description: "True if the change keeps the goals." }),
  findings: z.array(Finding),
  continuation: Continuation,
});

/** Returns the parts that all routes of handoff documents share, and one for their bodies. */
export function describeHandoffRoutes(context: ApiContext) {
  const guard = guardedBy(context, ["evaluate"]);
  return {
    common: {
      ...guard,
      middleware: [...guard.middleware, requireJson(DOCUMENT_LIMITS)],
      method: "post" as const,
      tags: ["handoff documents"],
    },
    bodyOf: <Schema extends z.ZodType>(schema: Schema) => ({
      body: { required: true, content: { "application/json": { schema } } },
    }),
  };
}

/** Adds the steps of an agent whose context becomes full. They store nothing. */
export function addHandoffStepRoutes(api: Api, context: ApiContext): void {
  const { common, bodyOf } = describeHandoffRoutes(context);

  const advise = createRoute({
    ...common,
    path: "/handoff-documents/advise",
    operationId: "adviseHandoff",
    summary: "Advice if an agent should hand off, and who continues",
    request: bodyOf(AdviseRequest),
    responses: responses(Advice),
  });
  api.openapi(advise, (c) => {
    const work = c.req.valid("json");
    const { action, reasons, isHeldBack } = adviseHandoff({
      usedTokens: work.used_tokens,
      windowTokens: work.window_tokens,
      toolCalls: work.tool_calls,
      objectivesTouched: work.objectives_touched,
      hasFinishedObjective: work.has_finished_objective,
      fileReads: new Map(Object.entries(work.file_reads)),
    });
    const next = work.progress === undefined ? null : continuation(objectivesOf(work.progress));
    return c.json({ action, reasons, is_held_back: isHeldBack, continuation: next }, 200);
  });

  const create = createRoute({
    ...common,
    path: "/handoff-documents/new",
    operationId: "newHandoffDocument",
    summary: "A handoff document to fill in",
    request: bodyOf(NewRequest),
    responses: responses(New),
  });
  api.openapi(create, (c) => {
    const { task, phase, predecessor, from_agent, session_id } = c.req.valid("json");
    const markdown = renderHandoffTemplate({
      created_at: new Date().toISOString(),
      ...(task === undefined ? {} : { task }),
      ...(phase === undefined ? {} : { phase }),
      ...(predecessor === undefined ? {} : { predecessor }),
      ...(from_agent === undefined ? {} : { from_agent }),
      ...(session_id === undefined ? {} : { session_id }),
    });
    return c.json({ markdown }, 200);
  });

  const partial = createRoute({
    ...common,
    path: "/handoff-documents/partial",
    operationId: "partialResult",
    summary: "The result of an agent that hands off before it is done",
    request: bodyOf(PartialRequest),
    responses: responses(Partial),
  });
  api.openapi(partial, (c) => {
    const { handoff_path, used_tokens, window_tokens, progress } = c.req.valid("json");
    const objectives = progress === undefined ? null : objectivesOf(progress);
    const counts = objectives && {
      completed: objectives.filter(({ isDone }) => isDone).length,
      total: objectives.length,
    };
    const result = partialResult(handoff_path, used_tokens / window_tokens, counts ?? undefined);
    return c.json({ result: { ...result, completed_at: new Date().toISOString() } }, 200);
  });

  const update = createRoute({
    ...common,
    path: "/progress/check",
    operationId: "checkProgress",
    summary: "Checks a change of a progress file, and names who continues",
    request: bodyOf(ProgressRequest),
    responses: responses(ProgressAnswer),
  });
  api.openapi(update, (c) => {
    const { progress, proposed } = c.req.valid("json");
    const present = readProgress(progress);
    const next = proposed === undefined ? present : readProgress(proposed);
    const updated = updateProgress(present, next);
    const findings = updated.ok ? [] : updated.findings;
    const current = updated.ok ? next : present;
    return c.json({ ok: updated.ok, findings, continuation: continuation(listObjectives(current)) }, 200);
  });
}

/** Reads a progress file. @throws Refusal 422 with findings if it is invalid. */
export function readProgress(text: string) {
  const read = parseProgress(text);
  if (read.ok) return read.progress;
  const { findings } = read;
  throw new Refusal(422, "refused", "The progress file is invalid. See the findings.", { findings });
}

function objectivesOf(text: string) {
  return listObjectives(readProgress(text));
}
