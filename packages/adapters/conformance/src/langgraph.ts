import type { Baton } from "@baton/core/node";
import { withBaton } from "@baton/langgraph";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { type Entry, readChat } from "./chat-history";
import { outputIn, type Runtime, unlessWithheld, withoutNotes } from "./runtime";

/** Everything passes as messages in the state of a graph. */
export const langgraph: Runtime = {
  async passOutput(baton, { from, to, output }) {
    return outputIn(withoutNotes(await runPair(baton, { from, to, text: JSON.stringify(output) })));
  },

  async passHistory(baton, { messages, authors }) {
    let received: BaseMessage[] = [];
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("b", (state) => {
        received = state.messages;
        return {};
      })
      .addEdge(START, "b");
    const given = readChat(messages, authors).map(writeMessage);
    await withBaton(graph, baton).compile().invoke({ messages: given });
    return withoutNotes(received.flatMap(readMessage));
  },

  async passText(baton, text) {
    const last = (await runPair(baton, { from: "a", to: "b", text })).at(-1);
    return unlessWithheld(last?.kind === "call" ? undefined : last?.text);
  },
};

async function runPair(baton: Baton, { from, to, text }: { from: string; to: string; text: string }) {
  let received: BaseMessage[] = [];
  const graph = new StateGraph(MessagesAnnotation)
    .addNode(from, () => ({ messages: new AIMessage(text) }))
    .addNode(to, (state) => {
      received = state.messages;
      return {};
    })
    .addEdge(START, from)
    .addEdge(from, to);
  await withBaton(graph, baton)
    .compile()
    .invoke({ messages: ["Go"] });
  return received.flatMap(readMessage);
}

function writeMessage(entry: Entry & { author: string | null }): BaseMessage {
  const name = entry.author ?? undefined;
  switch (entry.kind) {
    case "user":
      return new HumanMessage(entry.text);
    case "text":
      return new AIMessage({ content: entry.text, name });
    case "call": {
      const call = { id: entry.id, name: entry.tool, args: JSON.parse(entry.input) };
      return new AIMessage({ content: "", name, tool_calls: [call] });
    }
    case "result":
      return new ToolMessage({ content: entry.text, tool_call_id: entry.id, name: "look_up" });
  }
}

function readMessage(message: BaseMessage): Entry[] {
  const text = String(message.content);
  if (message instanceof ToolMessage) return [{ kind: "result", id: message.tool_call_id, text }];
  if (!(message instanceof AIMessage)) return [{ kind: "user", text }];
  const calls = (message.tool_calls ?? []).map(({ id, name, args }) => ({
    ...{ kind: "call" as const, id: id ?? "" },
    ...{ tool: name, input: JSON.stringify(args) },
  }));
  return text === "" ? calls : [{ kind: "text", text }, ...calls];
}
