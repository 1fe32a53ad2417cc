import type { ContextCompiler } from "@baton/core";
import { readOutput, readRequest, writeConversation } from "@baton/example-session";
import {
  type AgentInputItem,
  type HandoffInputData,
  RunHandoffOutputItem,
  type RunItem,
  RunMessageOutputItem,
  RunToolCallItem,
  RunToolCallOutputItem,
} from "@openai/agents";
import { readItems, writeItems } from "./chat-items";

/** The request of a run, and the outputs of its agents so far, which a filtered history lacks. */
interface RunMemory {
  readonly request: ReturnType<typeof readRequest>;
  readonly said: Map<string, AgentInputItem[]>;
  readonly seen: WeakSet<RunItem>;
}

/**
 * Creates a filter that applies a compiler's policy to handoffs. As `handoffInputFilter` of a `Runner`, it
 * governs every handoff. The policy knows agents by name; `reasoning` and the handoff call itself do not
 * pass.
 *
 * If the switch is off or observes, the input passes unchanged.
 */
export function batonInputFilter(compiler: ContextCompiler) {
  const memories = new WeakMap<object, RunMemory>();
  return (input: HandoffInputData): HandoffInputData => {
    const handoff = input.newItems.findLast((item) => item instanceof RunHandoffOutputItem);
    // Without sender and receiver no rule can be found, so nothing passes.
    if (!handoff) return { ...input, inputHistory: [], preHandoffItems: [], newItems: [] };
    const run = input.runContext ?? input;
    const memory = memories.get(run) ?? remember(input);
    memories.set(run, memory);
    listen(memory, [...input.preHandoffItems, ...input.newItems]);

    const outputs = [...memory.said].map(([agent, items]) => [agent, readOutput(readItems(items))]);
    const { context } = compiler.handOver({
      agentId: handoff.targetAgent.name,
      fromAgentId: handoff.sourceAgent.name,
      priorOutputs: Object.fromEntries(outputs),
      observations: memory.request.observations,
      originalInput: memory.request.original_input,
    });
    // Only an enforced context has a mode.
    if (!("handoff_mode" in context)) return input;
    return {
      ...input,
      inputHistory: writeItems(writeConversation(context)),
      preHandoffItems: [],
      newItems: [],
    };
  };
}

function remember({ inputHistory }: HandoffInputData): RunMemory {
  const items =
    typeof inputHistory === "string" ? [{ role: "user" as const, content: inputHistory }] : inputHistory;
  return { request: readRequest(readItems(items)), said: new Map(), seen: new WeakSet() };
}

function listen({ said, seen }: RunMemory, items: readonly RunItem[]) {
  for (const item of items) {
    const isSaid =
      item instanceof RunMessageOutputItem ||
      item instanceof RunToolCallItem ||
      item instanceof RunToolCallOutputItem;
    if (!isSaid || seen.has(item)) continue;
    seen.add(item);
    said.set(item.agent.name, [...(said.get(item.agent.name) ?? []), item.rawItem]);
  }
}
