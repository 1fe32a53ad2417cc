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

/** What a run was asked, and what each of its agents has said so far: a filtered history no longer tells. */
interface RunMemory {
  readonly request: ReturnType<typeof readRequest>;
  readonly said: Map<string, AgentInputItem[]>;
  readonly seen: WeakSet<RunItem>;
}

/**
 * Makes a filter by which a compiler's policy decides what passes at a handoff. Given to a `Runner` as
 * `handoffInputFilter` it governs every handoff of it. Agents are known to the policy by their names; what an
 * agent thought (`reasoning`) and the call that hands over do not pass.
 *
 * Where the switch is off or observes, the input passes unchanged.
 */
export function batonInputFilter(compiler: ContextCompiler) {
  const memories = new WeakMap<object, RunMemory>();
  return (input: HandoffInputData): HandoffInputData => {
    const handoff = input.newItems.findLast((item) => item instanceof RunHandoffOutputItem);
    // Without a sender and a receiver no rule can be found: nothing is what passes then.
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
    // Only what was enforced says how.
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
