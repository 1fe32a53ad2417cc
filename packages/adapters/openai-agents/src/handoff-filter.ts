import { withheldNote } from "@baton/core/messages";
import type { Baton } from "@baton/core/node";
import {
  type AgentInputItem,
  type HandoffInputData,
  RunHandoffOutputItem,
  type RunItem,
} from "@openai/agents";

/** Everything that was said in a run. A history that was scoped for one agent lacks what the next one may see. */
interface RunMemory {
  readonly request: AgentInputItem[];
  readonly items: RunItem[];
  readonly seen: WeakSet<object>;
}

/**
 * Creates an input filter that passes what the policy allows from the agent of a handoff to the next one. Never throws:
 * if it fails, nothing passes but a note.
 */
export function createHandoffFilter(baton: Baton): (input: HandoffInputData) => HandoffInputData {
  const memories = new WeakMap<object, RunMemory>();
  return (input) => {
    try {
      const key = input.runContext ?? input;
      const memory = memories.get(key) ?? { request: [], items: [], seen: new WeakSet() };
      memories.set(key, memory);
      remember(memory, input);
      return scope(baton, memory, input);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      baton.report(`OpenAI Agents: a handoff passed nothing, because reading it failed: ${reason}`);
      return onlyNote(input, withheldNote("the handoff could not be read"));
    }
  };
}

function remember({ request, items, seen }: RunMemory, input: HandoffInputData): void {
  const { inputHistory, preHandoffItems, newItems } = input;
  if (typeof inputHistory !== "string") request.push(...inputHistory.filter((item) => isNew(seen, item)));
  else if (request.length === 0) request.push({ role: "user", content: inputHistory });
  items.push(
    // An approval repeats the call that it is about; models do not receive it.
    ...[...preHandoffItems, ...newItems].filter(
      (item) => item.type !== "tool_approval_item" && isNew(seen, item),
    ),
  );
}

function isNew(seen: WeakSet<object>, value: object): boolean {
  if (seen.has(value)) return false;
  seen.add(value);
  return true;
}

function scope(baton: Baton, { request, items, seen }: RunMemory, input: HandoffInputData): HandoffInputData {
  const handoff = input.newItems.findLast((item) => item instanceof RunHandoffOutputItem);
  if (!handoff) return onlyNote(input, withheldNote("its agents are unknown"));
  const { messages, positions, event, refusal } = baton.compiler.scopeMessages({
    fromAgentId: handoff.sourceAgent.name,
    agentId: handoff.targetAgent.name,
    format: "openai-agents",
    messages: [...request, ...items.map(({ rawItem }) => rawItem)],
    authors: [...request.map(() => null), ...items.map(authorOf)],
  });
  if (event?.scoping_state === "observed") return input;
  const inputHistory: AgentInputItem[] = [];
  const preHandoffItems: RunItem[] = [];
  const newItems: RunItem[] = [];
  messages.forEach((message, index) => {
    const position = positions[index] ?? 0;
    const item = items[position - request.length];
    if (!item) {
      seen.add(message);
      inputHistory.push(message);
      return;
    }
    const kept = message === item.rawItem ? item : replaceRawItem(item, message);
    seen.add(kept);
    (input.newItems.includes(item) ? newItems : preHandoffItems).push(kept);
  });
  if (messages.length === 0) return onlyNote(input, withheldNote(refusal));
  return { ...input, inputHistory, preHandoffItems, newItems };
}

function authorOf(item: RunItem): string | null {
  if ("sourceAgent" in item) return item.sourceAgent.name;
  return "agent" in item && item.agent ? item.agent.name : null;
}

/** Returns an item of the same class with other content. */
function replaceRawItem(item: RunItem, rawItem: AgentInputItem): RunItem {
  return Object.assign(Object.create(Object.getPrototypeOf(item)), item, { rawItem });
}

function onlyNote(input: HandoffInputData, content: string): HandoffInputData {
  return { ...input, inputHistory: [{ role: "user", content }], preHandoffItems: [], newItems: [] };
}
