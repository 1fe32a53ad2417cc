import { AgentId, type CompiledPolicy, ContentFinding, checkText } from "@baton/core";
import { switchSetting } from "@baton/core/policy";
import { createRoute, z } from "@hono/zod-openapi";
import { compileLive } from "./content-policy";
import { type Api, type ApiContext, guardedBy, requireJson, responses } from "./create-api";

/** Maximum texts of a request; the size of the body is limited too. */
const MAX_TEXTS = 1_000;

const CheckRequest = z
  .object({
    from_agent_id: AgentId,
    to_agent_id: AgentId,
    text: z.string().optional(),
    texts: z.array(z.string()).min(1).max(MAX_TEXTS).optional(),
    policy_version: z.string().optional().meta({
      description: "The version that decides the handoff: the candidate's applies only if it is named here.",
    }),
  })
  .refine(({ text, texts }) => (text === undefined) !== (texts === undefined), {
    message: "Send either text or texts.",
    path: ["text"],
  });

const CheckedText = z.object({
  text: z.string().nullable().meta({ description: "The text as it may pass; null if a rule blocks it." }),
  findings: z.array(ContentFinding).meta({ description: "Matches by rule, without the matched text." }),
  blocked: z.boolean(),
  failure: z.string().nullable().meta({
    description: "Reason why a rule could not be applied and the text is withheld; otherwise null.",
  }),
});

const CheckAnswer = z.object({
  policy_version: z.string().nullable(),
  blocked: z.boolean().meta({ description: "True if a rule blocks one of the texts." }),
  results: z.array(CheckedText).meta({ description: "One for each text, in order." }),
});

export function addTextCheckRoute(api: Api, context: ApiContext): void {
  const guard = guardedBy(context, ["evaluate"]);
  const route = createRoute({
    ...guard,
    middleware: [...guard.middleware, requireJson()],
    method: "post",
    path: "/text/check",
    operationId: "checkText",
    tags: ["policy"],
    summary: "Texts as one agent may pass them to another",
    description: "Applies the content rules of the live policy. Stores nothing.",
    request: { body: { required: true, content: { "application/json": { schema: CheckRequest } } } },
    responses: responses(CheckAnswer),
  });
  api.openapi(route, async (c) => {
    const { from_agent_id: from, to_agent_id: to, text, texts, policy_version } = c.req.valid("json");
    const live = await compileLive(context, c.get("key").workspaceId);
    const candidate = live.release?.candidate;
    const policy = candidate && candidate.version === policy_version ? candidate : live;
    const results = (texts ?? [text ?? ""]).map((each) => check(policy, { from, to, text: each }));
    const blocked = results.some((result) => result.blocked);
    const answer = { policy_version: policy.version, blocked, results };
    return c.json(answer, 200, { "cache-control": "no-store" });
  });
}

/** Applies the rules as the switch says: in observe mode, texts pass with their findings. */
function check(
  policy: CompiledPolicy,
  given: { from: string; to: string; text: string },
): z.infer<typeof CheckedText> {
  const setting = switchSetting(policy.switch);
  if (setting === "off") return { text: given.text, findings: [], blocked: false, failure: null };
  const { text, findings, isBlocked, failure } = checkText(policy, given);
  if (setting === "observe") return { text: given.text, findings, blocked: false, failure };
  return { text: isBlocked ? null : text, findings, blocked: isBlocked, failure };
}
