import { ChatMessage, toolCallsOf, writeText } from "@baton/example-session";
import type { ConformanceCase } from "./conformance-case";

/** A model's response in one turn: a text, tool calls, or both. */
export type Turn = Extract<ChatMessage, { role: "assistant" }>;

/** The script that makes a runtime's agents produce the outputs of a case. */
export interface Script {
  /** Agent ID → its model's turns. */
  readonly turns: ReadonlyMap<string, readonly Turn[]>;
  /** Tool call ID → the result of the tool. */
  readonly toolResults: ReadonlyMap<string, string>;
  /** All agents in the order in which they run. */
  readonly agents: readonly string[];
}

/**
 * Splits the outputs of a case into texts of models and results of tools; the last agent reports that it is
 * done.
 */
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

/** Returns the tools that a script calls. */
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
