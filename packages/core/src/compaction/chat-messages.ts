import { z } from "zod";
import type { ConversationMessage } from "./conversation";

const Content = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional().catch(undefined) }))
    .transform((blocks) => blocks.flatMap(({ text }) => text ?? []).join("\n")),
  z.null().transform(() => ""),
]);

/**
 * Messages in the format of chat models: a list of `{ role, content }`, with a text or a list of blocks as
 * content. Text of the roles system and developer is from the host, not the user, and counts as little as
 * tool results.
 */
export const ChatMessages = z.array(
  z
    .looseObject({
      role: z.enum(["user", "assistant", "tool", "function", "system", "developer"]),
      content: Content,
    })
    .transform(({ role, content }): ConversationMessage => {
      return { speaker: role === "user" || role === "assistant" ? role : "tool", text: content };
    }),
);
