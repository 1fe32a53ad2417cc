import { randomUUID } from "node:crypto";
import {
  type BaseMessage,
  type BaseMessageLike,
  coerceMessageLikeToMessage,
  isBaseMessage,
} from "@langchain/core/messages";
import { isCommand } from "@langchain/langgraph";
import { markAuthor } from "./author-mark";
import type { RunMemory } from "./run-memory";
import type { Given } from "./scope-state";

interface Writer {
  readonly agent: string;
  readonly given: Given;
  readonly memory: RunMemory;
}

/**
 * Returns the update of a node, and remembers what it wrote. A node that returns its whole
 * state must not overwrite what it was not given, so values that it received in place of others are dropped.
 */
export function correctUpdate(update: unknown, writer: Writer): unknown {
  if (Array.isArray(update)) return update.map((each) => correctUpdate(each, writer));
  if (isCommand(update)) {
    update.update = Array.isArray(update.update)
      ? correctEntries(update.update, writer)
      : correctRecord(update.update, writer);
    return update;
  }
  return correctRecord(update, writer);
}

function correctRecord(update: unknown, writer: Writer): Record<string, unknown> | undefined {
  // Other results are errors of the graph, which it reports itself.
  if (typeof update !== "object" || update === null) return undefined;
  return Object.fromEntries(correctEntries(Object.entries(update), writer));
}

function correctEntries(entries: readonly [string, unknown][], writer: Writer): [string, unknown][] {
  return entries.flatMap(([channel, value]): [string, unknown][] => {
    const { given, agent, memory } = writer;
    const replaced = given.values.get(channel);
    if (replaced !== undefined && Object.is(replaced, value)) return [];
    const list = Array.isArray(value) ? value : [value];
    if (given.histories.has(channel) || list.some((each) => isBaseMessage(each))) {
      return [[channel, list.map((each) => correctMessage(each, writer))]];
    }
    memory.noteWrite(agent, channel, value);
    return [[channel, value]];
  });
}

function correctMessage(value: BaseMessageLike, { given, agent, memory }: Writer): BaseMessage {
  const message = coerceMessageLikeToMessage(value);
  const type = message.getType();
  if (type === "remove") return message;
  const original = given.messages.get(message.id ?? "");
  if (original !== undefined) return original;
  if (type === "ai") {
    // The graph gives an ID to a message without one.
    message.id ??= randomUUID();
    memory.noteAuthor(agent, message.id);
    markAuthor(message, agent);
  }
  return message;
}
