import { createInterface } from "node:readline";
import { compilePolicy, type HandoffContext, parsePolicy, scopeContext } from "@baton/core";

/**
 * Scopes handoffs with the core, for comparison with the Python package. Reads JSON lines `{ policy, switch,
 * handoffs: [{ from, to, context }] }` from standard input, and writes a line `{ version, results: [{ scoped,
 * event }] }` for each.
 */
interface Batch {
  readonly policy: unknown;
  readonly switch: { readonly enabled: boolean; readonly observe: boolean };
  readonly handoffs: readonly {
    readonly from: string;
    readonly to: string;
    readonly context: HandoffContext;
  }[];
}

for await (const line of createInterface({ input: process.stdin })) {
  const batch: Batch = JSON.parse(line);
  const parsed = parsePolicy(batch.policy, batch.switch);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  const policy = compilePolicy(parsed);
  const results = batch.handoffs.map((handoff) => {
    const { scoped, event, content } = scopeContext(policy, {
      ...handoff,
      sessionId: "session-1",
      workflowId: "workflow-1",
      toModel: "model-1",
      now: Date.UTC(2026, 0, 2, 17),
      newId: () => "id",
      outlineKey: "key",
      capturesContent: true,
    });
    return { scoped, event, content };
  });
  process.stdout.write(`${JSON.stringify({ version: parsed.version, results })}\n`);
}
