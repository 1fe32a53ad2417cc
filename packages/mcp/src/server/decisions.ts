import { z } from "zod";
import type { BatonApi } from "../baton-api";

export interface Pair {
  readonly from: string;
  readonly to: string;
}

const CheckedText = z.object({
  text: z.string().nullable(),
  findings: z.array(z.looseObject({ rule_id: z.string(), count: z.number(), action: z.string() })),
  blocked: z.boolean(),
  failure: z.string().nullable(),
});
const CheckedTexts = z.object({ policy_version: z.string().nullable(), results: z.tuple([CheckedText]) });

const Size = z.object({ total_tokens: z.number() });
const ScopedContext = z.object({
  scoped: z.unknown(),
  rule_id: z.string().nullable(),
  event: z
    .looseObject({
      context_before_scoping: Size,
      context_after_scoping: Size,
      fields_filtered: z.array(z.string()).nullish(),
      scoping_state: z.string().nullish(),
    })
    .nullable(),
});

/** Decisions of a policy about what one agent may pass to another. They record nothing. */
export interface Decisions {
  checkText(
    pair: Pair,
    text: string,
  ): Promise<z.infer<typeof CheckedText> & { policy_version: string | null }>;
  scopeContext(pair: Pair, context: Record<string, unknown>): Promise<z.infer<typeof ScopedContext>>;
}

/** Returns the decisions of a server's live policy. */
export function decisionsOfServer(api: BatonApi): Decisions {
  return {
    async checkText({ from, to }, text) {
      const body = { from_agent_id: from, to_agent_id: to, text };
      const { results, policy_version } = await api.post(CheckedTexts, "/text/check", body);
      return { ...results[0], policy_version };
    },
    scopeContext: (pair, context) => api.post(ScopedContext, "/scope", { ...pair, context }),
  };
}
