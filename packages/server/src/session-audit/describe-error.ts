import { z } from "zod";

interface StoredError {
  identity: string | null;
  sequence: number;
  occurredAt: Date;
  eventType: string;
  /** The line; null if it is not stored. */
  text: string | null;
}

/** A part of a message in a transcript: the text of a model, or the result of a tool. */
const Part = z.looseObject({
  text: z.string().optional().catch(undefined),
  content: z
    .union([z.string(), z.array(z.looseObject({ text: z.string().optional().catch(undefined) }))])
    .optional()
    .catch(undefined),
});

/** A message in a transcript of a coding agent. */
const Message = z.looseObject({ content: z.union([z.string(), z.array(Part)]) });

/** Letters of a message: results of tools can be long. */
const MOST_LETTERS = 500;

/** Fields of an error event, by the names that orchestrators use. */
const ErrorEvent = z.looseObject({
  agent_id: z.string().nullish().catch(null),
  agent: z.string().nullish().catch(null),
  error: z.string().nullish().catch(null),
  message: z.union([z.string(), Message]).nullish().catch(null),
});

/** Describes an error event: its agent and its message, if its line is stored and has them. */
export function describeError({ identity, sequence, occurredAt, eventType, text }: StoredError) {
  const shown = ErrorEvent.safeParse(parseOrNull(text)).data;
  return {
    id: identity ?? `line-${sequence}`,
    occurredAt,
    eventType,
    agent: shown?.agent_id ?? shown?.agent ?? null,
    message: messageOf(shown),
  };
}

/** Returns the text of a transcript, which says more than its code, or the message of an event. */
function messageOf(shown: z.infer<typeof ErrorEvent> | undefined): string | null {
  const { error = null, message = null } = shown ?? {};
  if (message === null || typeof message === "string") return error ?? message;
  return textOf(message) ?? error;
}

/** Returns the text of a message, without the tags that Claude Code puts around errors; null if it has none. */
function textOf({ content }: z.infer<typeof Message>): string | null {
  const texts = typeof content === "string" ? [content] : content.flatMap(textsOf);
  const text = texts
    .join("\n")
    .replace(/<\/?tool_use_error>/g, "")
    // Instructions of Claude Code for the caller follow the result of a subagent.
    .replace(/\nagentId: \S+ \([\s\S]*$/, "")
    .trim();
  return text === "" ? null : text.slice(0, MOST_LETTERS);
}

function textsOf({ text, content }: z.infer<typeof Part>): string[] {
  const inner = typeof content === "string" ? [content] : (content ?? []).flatMap((part) => part.text ?? []);
  return text === undefined ? inner : [text, ...inner];
}

function parseOrNull(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
