import type { Baton } from "@baton/core/node";
import { withBaton } from "@baton/openai-agents";
import {
  Agent,
  type AgentInputItem,
  type AgentOutputItem,
  type Model,
  Runner,
  tool,
  Usage,
} from "@openai/agents";
import { type Entry, readChat } from "./chat-history";
import { outputIn, type Runtime, unlessWithheld, withoutNotes } from "./runtime";

/** Outputs and histories pass by handoffs, texts as prompts of agents that are tools. */
export const openaiAgents: Runtime = {
  async passOutput(baton, { from, to, output }) {
    const entry = { kind: "text" as const, text: JSON.stringify(output), author: from };
    return outputIn(await runChain(baton, [entry], to));
  },

  // The user speaks once in a run.
  takesHistory: ({ authors }) => authors.lastIndexOf(null) === 0,

  async passHistory(baton, { messages, authors }) {
    return withoutNotes(await runChain(baton, readChat(messages, authors), "b"));
  },

  async passText(baton, text) {
    let received: Entry[] = [];
    const model = modelOf([[say("done")]], (input) => {
      received = readItems(input);
    });
    const b = new Agent({ name: "b", model });
    const tools = [b.asTool({ toolName: "b", toolDescription: "Asks b" })];
    const turn = [callOf("1", "b", JSON.stringify({ input: text }))];
    await run(baton, new Agent({ name: "a", model: modelOf([turn]), tools }), "Go");
    const [prompt] = received;
    return unlessWithheld(prompt?.kind === "user" ? prompt.text : undefined);
  },
};

type Authored = Entry & { readonly author: string | null };

/** Runs agents that say their part and hand off in turn. Returns what the last one receives. */
async function runChain(baton: Baton, entries: readonly Authored[], to: string): Promise<Entry[]> {
  const said = entries.filter(({ kind }) => kind !== "user");
  const senders = said
    .map(({ author }) => author ?? "")
    .filter((author, index, all) => author !== all[index - 1]);
  let received: Entry[] = [];
  const tools = said.flatMap((entry) => (entry.kind === "call" ? toolOf(entry.tool, said) : []));
  const agents = [...new Set([...senders, to])].map((name) => {
    const turns = senders.flatMap((sender, index) =>
      sender === name ? turnsOf(said, { name, next: senders[index + 1] ?? to }) : [],
    );
    const model = modelOf(turns, (input) => {
      if (name === to) received = readItems(input);
    });
    return new Agent({ name, model, tools });
  });
  for (const agent of agents) agent.handoffs = agents.filter((other) => other !== agent);
  const request = entries.find(({ kind }) => kind === "user");
  const [first] = agents;
  if (first) await run(baton, first, request?.kind === "user" ? request.text : "Go");
  return received;
}

/** Returns the answers of an agent's model. It hands off after the results of its tools. */
function turnsOf(said: readonly Authored[], { name, next }: { name: string; next: string }) {
  const own = said.filter(({ author }) => author === name);
  const items = own.flatMap((entry): AgentOutputItem[] => {
    if (entry.kind === "call") return [callOf(entry.id, entry.tool, entry.input)];
    return entry.kind === "text" ? [say(entry.text)] : [];
  });
  const transfer = callOf(`to ${next}`, `${TRANSFER}${next.replace(/[^a-zA-Z0-9]/g, "_")}`, "{}");
  return own.some(({ kind }) => kind === "call") ? [items, [transfer]] : [[...items, transfer]];
}

const TRANSFER = "transfer_to_";

function toolOf(name: string, said: readonly Authored[]) {
  return tool({
    name,
    description: "Looks something up",
    parameters: { type: "object", properties: {}, required: [], additionalProperties: true },
    strict: false,
    execute: () => said.flatMap((entry) => (entry.kind === "result" ? entry.text : []))[0] ?? "",
  });
}

function run(baton: Baton, agent: Agent, request: string) {
  return new Runner({ tracingDisabled: true }).run(withBaton(agent, baton), request);
}

function say(text: string): AgentOutputItem {
  const content = [{ type: "output_text" as const, text }];
  return { type: "message", role: "assistant", status: "completed", content };
}

function callOf(callId: string, name: string, input: string): AgentOutputItem {
  return { type: "function_call", callId, name, status: "completed", arguments: input };
}

/** Plays a model that gives the answers in turn. */
function modelOf(
  answers: readonly AgentOutputItem[][],
  onInput: (input: string | AgentInputItem[]) => void = () => {},
): Model {
  const left = [...answers];
  return {
    async getResponse({ input }) {
      onInput(input);
      return { usage: new Usage(), output: left.shift() ?? [say("done")] };
    },
    getStreamedResponse() {
      throw new Error("nothing is streamed");
    },
  };
}

/** Reads what a model receives, without the calls of handoffs. */
function readItems(input: string | readonly AgentInputItem[]): Entry[] {
  if (typeof input === "string") return [{ kind: "user", text: input }];
  return input.flatMap((item): Entry[] => {
    if (item.type === "function_call") {
      const { callId: id, name, arguments: args } = item;
      return name.startsWith(TRANSFER) ? [] : [{ kind: "call", id, tool: name, input: args }];
    }
    if (item.type === "function_call_result") {
      const isTransfer = item.name.startsWith(TRANSFER);
      return isTransfer ? [] : [{ kind: "result", id: item.callId, text: textOf(item.output) }];
    }
    if (!("role" in item)) return [];
    return [{ kind: item.role === "user" ? "user" : "text", text: textOf(item.content) }];
  });
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content : [content];
  return parts.map((part: unknown) => String(Reflect.get(Object(part), "text") ?? "")).join("");
}
