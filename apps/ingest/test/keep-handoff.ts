import { dirname, join } from "node:path";
import { compilePolicy, ENFORCED, importPolicy, scopeContext } from "@baton/core";
import { SessionWriter } from "@baton/core/node";

const POLICY = {
  multi_agent_handoffs: {
    blocked_context_fields: ["ssn"],
    agent_handoff_rules: [{ rule_id: "one", from_agent_id: "a", to_agent_id: "b", handoff_mode: "full" }],
  },
};

/**
 * Passes an output without its `ssn` from `a` to `b`, like an orchestrator that captures content.
 *
 * @param handoff.path of the session's file.
 * @returns the path of the captured content.
 */
export async function keepHandoff(handoff: {
  path: string;
  eventId: string;
  output: unknown;
}): Promise<string> {
  const imported = importPolicy(JSON.stringify(POLICY), ENFORCED);
  if (!imported.ok) throw new Error("the policy is well formed");
  const { event, content } = scopeContext(compilePolicy(imported), {
    from: "a",
    to: "b",
    now: Date.UTC(2026, 2, 1, 10),
    sessionId: "s",
    newId: () => handoff.eventId,
    isParsedJson: true,
    capturesContent: true,
    context: { prior_outputs: { a: handoff.output }, observations: [], original_input: null },
  });
  if (!event || !content) throw new Error("content was asked for");
  await new SessionWriter({ path: handoff.path, captureContent: true }).append(event, content);
  return join(dirname(handoff.path), "contexts", `${content.sha256}.json`);
}
