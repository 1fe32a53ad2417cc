import type { HandoffContext } from "@baton/core";
import { z } from "zod";
import { ChatMessage } from "./chat-message";

/**
 * What an agent produced, as a policy judges it: one message without tools is its content, so that the fields
 * of a structured answer are the output's fields; anything longer is the list of its messages.
 */
export function readOutput(messages: readonly ChatMessage[]): unknown {
  const [first, ...others] = messages;
  const isAlone = first?.role === "assistant" && others.length === 0 && first.tool_calls === undefined;
  return isAlone ? first.content : messages;
}

/**
 * The conversation before a run: its last message of a user is what was asked, all before it was observed.
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
 * The messages in which a model reads a context: what was observed, what was asked, then each agent's output.
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
 * Something with a role that is no {@link ChatMessage}: fields were
 * removed from it, or a tool's words were recast.
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
