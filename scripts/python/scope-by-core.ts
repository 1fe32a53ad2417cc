import { createInterface } from "node:readline";
import { compilePolicy, type HandoffContext, parsePolicy, scopeContext, withCandidate } from "@baton/core";
import { scopeMessages } from "@baton/core/messages";
import type { ReleaseStage } from "@baton/core/policy";

/**
 * Scopes handoffs with the core, for comparison with the Python package. Reads JSON lines `{ policy, switch,
 * handoffs: [{ from, to, context }] }` from standard input, and writes a line `{ version, results: [{ scoped,
 * event }] }` for each. With `candidate`, that policy is released in steps. A handoff with `messages` of OpenAI's Chat Completions has these instead of a context.
 */
interface Batch {
  readonly policy: unknown;
  readonly switch: { readonly enabled: boolean; readonly observe: boolean };
  readonly candidate?: { readonly policy: unknown; readonly stage: ReleaseStage };
  readonly handoffs: readonly {
    readonly from: string;
    readonly to: string;
    readonly session?: string;
    readonly context: HandoffContext;
    readonly messages?: readonly unknown[];
    readonly authors?: readonly (string | null)[];
  }[];
}

for await (const line of createInterface({ input: process.stdin })) {
  const batch: Batch = JSON.parse(line);
  const parsed = parsePolicy(batch.policy, batch.switch);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  const candidate = batch.candidate && parsePolicy(batch.candidate.policy, batch.switch);
  const live = compilePolicy(parsed);
  const policy =
    batch.candidate && candidate?.ok
      ? withCandidate(live, compilePolicy(candidate), batch.candidate.stage)
      : live;
  const results = batch.handoffs.map((handoff) => {
    const terms = {
      sessionId: handoff.session ?? "session-1",
      workflowId: "workflow-1",
      toModel: "model-1",
      now: Date.UTC(2026, 0, 2, 17),
      newId: () => "id",
      outlineKey: "key",
    };
    const { messages } = handoff;
    if (messages) {
      const history = { ...handoff, messages, format: "openai-chat" as const };
      const scoped = scopeMessages(policy, { ...history, ...terms, isParsedJson: true });
      return { messages: scoped.messages, event: scoped.event };
    }
    const { scoped, event, content } = scopeContext(policy, { ...handoff, ...terms, capturesContent: true });
    return { scoped, event, content };
  });
  process.stdout.write(`${JSON.stringify({ version: parsed.version, results })}\n`);
}
