import type { HandoffContext } from "@baton/core";
import { z } from "zod";
import { ChatMessage } from "./chat-message";

/**
 * Returns an agent's output for a policy: the content of a single message without tools, so that fields of a
 * structured response are fields of the output; otherwise the list of its messages.
 */
export function readOutput(messages: readonly ChatMessage[]): unknown {
  const [first, ...others] = messages;
  const isAlone = first?.role === "assistant" && others.length === 0 && first.tool_calls === undefined;
  return isAlone ? first.content : messages;
}

/**
 * Returns the conversation before a run: its last user message is the request, everything before it
 * observations.
 */
export function readRequest(
  messages: readonly ChatMessage[],
): Pick<HandoffContext, "observations" | "original_input"> {
  const last = messages.findLastIndex(({ role }) => role === "user");
  const contents = messages.map((message) => (message.role === "user" ? message.content : message));
  return {
    observations: contents.filter((_, index) => index !== last),
    original_input: last === -1 ? null : contents[last],
  };
}

/**
 * Returns the messages in which a model reads a context: observations, the request, then each agent's output.
 */
export function writeConversation(context: HandoffContext): ChatMessage[] {
  const asked = context.original_input === null ? [] : [context.original_input];
  return [
    ...[...context.observations, ...asked].map((value) => writeMessage(value, "user")),
    ...Object.values(context.prior_outputs).flatMap(writeOutput),
  ];
}

function writeOutput(output: unknown): ChatMessage[] {
  const isConversation = Array.isArray(output) && output.some((item) => Spoken.safeParse(item).success);
  return isConversation
    ? output.map((item) => writeMessage(item, "assistant"))
    : [{ role: "assistant", content: output }];
}

/**
 * An object with a role that is not a {@link ChatMessage}: fields were removed, or a tool's role was changed.
 */
const Spoken = z.looseObject({ role: z.enum(["user", "system", "assistant", "tool"]) });

function writeMessage(value: unknown, speaker: "user" | "assistant"): ChatMessage {
  const message = ChatMessage.safeParse(value);
  if (message.success) return message.data;
  const spoken = Spoken.safeParse(value);
  if (!spoken.success) return { role: speaker, content: value };
  const { role, ...content } = spoken.data;
  return { role: role === "tool" ? speaker : role, content };
}
