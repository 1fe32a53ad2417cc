import type { BaseMessage, StoredMessage } from "@langchain/core/messages";

/** Key in the metadata of a message, which checkpoints store and which models do not receive. */
const MARK = "baton_agent";

/** Notes the agent of a message in it, for runs that continue after a restart. */
export function markAuthor(message: BaseMessage, agent: string): void {
  message.response_metadata = { ...message.response_metadata, [MARK]: agent };
}

/** Returns the agent that a message names; null without one. */
export function markOf({ response_metadata: metadata }: BaseMessage): string | null {
  const agent: unknown = Reflect.get(metadata ?? {}, MARK);
  return typeof agent === "string" ? agent : null;
}

/** Returns a stored message without the mark, to which no policy applies. */
export function withoutMark(message: StoredMessage): StoredMessage {
  const { response_metadata: metadata } = message.data;
  if (metadata === undefined || !Object.hasOwn(metadata, MARK)) return message;
  const { [MARK]: _, ...others } = metadata;
  return { ...message, data: { ...message.data, response_metadata: others } };
}
