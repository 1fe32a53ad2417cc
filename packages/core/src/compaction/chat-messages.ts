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
 * Messages as chat interfaces of models have them: a list of `{ role, content }`, the content
 * a text or a list of blocks. What system and developer say is the host's, not the user's,
 * and counts as little as what tools give back.
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
