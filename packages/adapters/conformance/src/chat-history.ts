import { z } from "zod";

const ChatMessage = z.object({
  role: z.enum(["user", "assistant", "tool"]),
  content: z.string().nullish(),
  tool_calls: z
    .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
    .default([]),
  tool_call_id: z.string().optional(),
});

/** A part of a history, in the terms of all frameworks. */
export type Entry =
  | { readonly kind: "user" | "text"; readonly text: string }
  | { readonly kind: "call"; readonly id: string; readonly tool: string; readonly input: string }
  | { readonly kind: "result"; readonly id: string; readonly text: string };

/** Returns the parts of a history in the format of OpenAI chat, with the agent of each. */
export function readChat(
  messages: readonly unknown[],
  authors: readonly (string | null)[] = [],
): (Entry & { author: string | null })[] {
  return messages.flatMap((message, index) => {
    const author = authors[index] ?? null;
    return entriesOf(ChatMessage.parse(message)).map((entry) => ({ ...entry, author }));
  });
}

function entriesOf({ role, content, tool_calls, tool_call_id }: z.infer<typeof ChatMessage>): Entry[] {
  const text = content ?? "";
  if (role === "user") return [{ kind: "user", text }];
  if (role === "tool") return [{ kind: "result", id: tool_call_id ?? "", text }];
  const calls = tool_calls.map(({ id, function: { name, arguments: input } }) => ({
    ...{ kind: "call" as const, id },
    ...{ tool: name, input },
  }));
  return text === "" ? calls : [{ kind: "text", text }, ...calls];
}

/** Describes each part on a line, so that histories of all frameworks can be compared. */
export function describeEntries(entries: readonly Entry[]): string[] {
  return entries.map((entry) =>
    entry.kind === "call" ? `call: ${entry.tool} ${entry.input}` : `${entry.kind}: ${entry.text}`,
  );
}
