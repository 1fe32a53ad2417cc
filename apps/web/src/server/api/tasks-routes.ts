import { ContentFinding, Finding } from "@baton/core";
import { Refusal } from "@baton/http";
import { createRoute, z } from "@hono/zod-openapi";
import { findContentPolicy } from "./content-policy";
import { type Api, type ApiContext, DOCUMENT_LIMITS, guardedBy, requireJson, responses } from "./create-api";

const Document = z.record(z.string(), z.unknown());

const ValidateRequest = z.object({
  task: z.unknown().meta({ description: "The task handoff." }),
  response: z.unknown().optional().meta({ description: "Its response, to validate with it." }),
  earlier: z.array(Document).max(100).optional().meta({
    description: "Earlier task handoffs, to find repeated content. Invalid ones are ignored.",
  }),
});

const Validated = z.object({
  ok: z.boolean().meta({ description: "True without findings." }),
  findings: z.array(Finding),
  tokens: z.int(),
  response: z.object({ findings: z.array(Finding) }).nullable(),
});

const CompressRequest = z.object({
  task: z.unknown(),
  project_root: z.string().optional().meta({ description: "Absolute path, to shorten dependencies." }),
});

const SizeChange = z.object({ before: z.int(), after: z.int() }).meta({ description: "In tokens." });

const Compressed = z.object({
  task: Document,
  compression: z.object({
    interfaces: SizeChange,
    notes: SizeChange,
    dependencies: SizeChange,
    handoff: SizeChange,
  }),
  skipped_interfaces: z.array(z.string()).meta({
    description: "Unchanged interfaces, which have more than TypeScript types and signatures.",
  }),
  content_findings: z.array(ContentFinding),
});

export function addTaskRoutes(api: Api, context: ApiContext): void {
  const guard = guardedBy(context, ["evaluate"]);
  const common = {
    ...guard,
    middleware: [...guard.middleware, requireJson(DOCUMENT_LIMITS)],
    tags: ["tasks"],
  };

  const validate = createRoute({
    ...common,
    method: "post",
    path: "/tasks/validate",
    operationId: "validateTask",
    summary: "Validates a task handoff, and its response",
    description: "Applies the limits of tasks and the content rules of the live policy. Stores nothing.",
    request: { body: { required: true, content: { "application/json": { schema: ValidateRequest } } } },
    responses: responses(Validated),
  });
  api.openapi(validate, async (c) => {
    const { TaskHandoff, taskHandoffTokens, validateTaskHandoff, validateTaskResponse } = await loadTasks();
    const { task, response, earlier: given = [] } = c.req.valid("json");
    const contentPolicy = await findContentPolicy(context, c.get("key").workspaceId);
    const read = (document: unknown) => {
      const parsed = TaskHandoff.safeParse(document);
      return parsed.success ? [parsed.data] : [];
    };
    const earlier = given.flatMap(read);
    const findings = validateTaskHandoff(task, { earlier, contentPolicy });
    const answered =
      response === undefined
        ? null
        : {
            findings: validateTaskResponse(response, {
              handoffs: [...earlier, ...read(task)],
              contentPolicy,
            }),
          };
    const ok = findings.length === 0 && (answered === null || answered.findings.length === 0);
    return c.json({ ok, findings, tokens: taskHandoffTokens(task ?? null), response: answered }, 200);
  });

  const compress = createRoute({
    ...common,
    method: "post",
    path: "/tasks/compress",
    operationId: "compressTask",
    summary: "A task handoff in fewer tokens",
    description:
      "Shortens interfaces, notes and paths without changing their meaning, and redacts by the content rules of the live policy. Stores nothing.",
    request: { body: { required: true, content: { "application/json": { schema: CompressRequest } } } },
    responses: responses(Compressed),
  });
  api.openapi(compress, async (c) => {
    const { TaskHandoff, compressTaskHandoff, validateTaskHandoff } = await loadTasks();
    const { task, project_root: projectRoot } = c.req.valid("json");
    const contentPolicy = await findContentPolicy(context, c.get("key").workspaceId);
    const parsed = TaskHandoff.safeParse(task);
    const result = parsed.success ? compressTaskHandoff(parsed.data, { projectRoot, contentPolicy }) : null;
    if (result === null || result.content.isBlocked) {
      const findings = validateTaskHandoff(task, { contentPolicy }).filter(
        ({ severity }) => severity === "error",
      );
      throw new Refusal(422, "refused", "The task cannot be compressed. See the findings.", { findings });
    }
    const { handoff, compression, skippedInterfaces, content } = result;
    const answer = {
      task: handoff,
      compression,
      skipped_interfaces: [...skippedInterfaces],
      content_findings: [...content.findings],
    };
    return c.json(answer, 200);
  });
}

/** Loads the large TypeScript parser only for these routes. */
function loadTasks() {
  return import("@baton/core/task");
}
