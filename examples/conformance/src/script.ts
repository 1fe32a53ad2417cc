import { ChatMessage, toolCallsOf, writeText } from "@baton/example-session";
import type { ConformanceCase } from "./conformance-case";

/** What a model says in one turn: a text, tool calls, or both. */
export type Turn = Extract<ChatMessage, { role: "assistant" }>;

/** What makes a runtime's agents produce the outputs of a case. */
export interface Script {
  /** Agent id → its model's turns. */
  readonly turns: ReadonlyMap<string, readonly Turn[]>;
  /** Tool call id → the text that the tool answers with. */
  readonly toolResults: ReadonlyMap<string, string>;
  /** All agents in the order in which they run. */
  readonly agents: readonly string[];
}

/** Splits the outputs of a case into what models and tools say; the last agent says that it is done. */
export function writeScript({ says, to }: ConformanceCase): Script {
  const messages = Object.entries({ ...says, [to]: "Done" }).map(
    ([agent, output]) => [agent, toMessages(output)] as const,
  );
  const results = messages.flatMap(([, said]) =>
    said.flatMap((message) =>
      message.role === "tool" ? [[message.tool_call_id, writeText(message.content)] as const] : [],
    ),
  );
  return {
    turns: new Map(messages.map(([agent, said]) => [agent, said.filter(isTurn)])),
    toolResults: new Map(results),
    agents: messages.map(([agent]) => agent),
  };
}

/** The tools that a script calls. */
export function toolNames({ turns }: Script): string[] {
  return [...new Set([...turns.values()].flat().flatMap((turn) => toolCallsOf(turn).map(({ name }) => name)))];
}

function toMessages(output: unknown): ChatMessage[] {
  const messages = ChatMessage.array().safeParse(output);
  return messages.success ? messages.data : [{ role: "assistant", content: output }];
}

function isTurn(message: ChatMessage): message is Turn {
  return message.role === "assistant";
}
