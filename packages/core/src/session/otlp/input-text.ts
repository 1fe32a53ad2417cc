import { z } from "zod";
import { parseEmbeddedJson } from "../embedded-json";

const Part = z.looseObject({ type: z.string().optional(), content: z.string().optional().catch(undefined) });
const Messages = z.array(z.looseObject({ role: z.string().optional(), parts: z.array(Part).optional() }));

/** The messages that an agent received. */
export interface InputText {
  /** The texts of all messages; other parts, such as calls of tools, as JSON. */
  all: string;
  /** The first text of a user; null without one. */
  asked: string | null;
}

/**
 * Reads `gen_ai.input.messages`, which instrumentations write as JSON text (semantic-conventions 1.37 and later).
 *
 * @returns null if the attribute is missing or has another form.
 */
export function readInputMessages(written: string | null): InputText | null {
  if (written === null) return null;
  const messages = Messages.safeParse(parseEmbeddedJson(written));
  if (!messages.success || messages.data.length === 0) return null;
  const texts = messages.data.flatMap(({ parts }) =>
    (parts ?? []).map((part) => part.content ?? JSON.stringify(part)),
  );
  const users = messages.data.filter(({ role }) => role === "user");
  const asked =
    users.flatMap(({ parts }) => (parts ?? []).flatMap(({ content }) => content ?? []))[0] ?? null;
  return { all: texts.join("\n"), asked };
}
