import { INSERTED } from "../session-title";
import type { WrittenImage } from "./written-images";

/** A part of what was said or done, in the order of its line. Texts are whole. */
export type ConversationPart =
  | {
      kind: "message";
      speaker: "user" | "agent";
      /** Empty if the message has only images. */
      text: string;
      images?: readonly WrittenImage[];
      /** True if the client writes the same message on another line, too. */
      isEcho?: true;
    }
  /** Text that the client gave to the model without the user: instructions, reminders, output of commands. */
  | { kind: "context"; text: string }
  | { kind: "reasoning"; text: string; isEcho?: true }
  | {
      kind: "call";
      /** Identifies the result; null if the line has none. */
      callId: string | null;
      tool: string;
      /** Indented JSON, or a text. */
      input: string;
    }
  | {
      kind: "result";
      callId: string | null;
      output: string;
      images?: readonly WrittenImage[];
      isError: boolean;
    }
  | { kind: "error"; text: string };

/** Parts of one message of a line, and its agent. */
export interface ConversationLine {
  /** The tool's own ID of the agent; null for the agent of the session. */
  agentId: string | null;
  /** Name of the agent; null if the line does not have it. */
  agent: string | null;
  /** As written; null if only the line has a time. */
  timestamp: string | null;
  /** A later line with the same ID replaces this one; null if none does. */
  messageId: string | null;
  parts: readonly ConversationPart[];
}

/** Returns a line of which only `fields` are known. */
export function conversationLine(
  parts: readonly ConversationPart[],
  fields: Partial<ConversationLine> = {},
): ConversationLine {
  return { agentId: null, agent: null, timestamp: null, messageId: null, ...fields, parts };
}

/** Returns a message; none without text and images. Clients write commands, reminders and notifications in tags. */
export function saidByUser(text: string, images: readonly WrittenImage[] = []): ConversationPart[] {
  return INSERTED.test(text) ? [{ kind: "context", text }] : said("user", text, images);
}

/** Returns the message of an agent; none without text and images. */
export function saidByAgent(text: string, images: readonly WrittenImage[] = []): ConversationPart[] {
  return said("agent", text, images);
}

function said(speaker: "user" | "agent", text: string, images: readonly WrittenImage[]): ConversationPart[] {
  if (text.trim() === "" && images.length === 0) return [];
  return [{ kind: "message", speaker, text, ...withImages(images) }];
}

/** Returns the field of a part for its images; no field without any. */
export function withImages(images: readonly WrittenImage[]): { images?: readonly WrittenImage[] } {
  return images.length > 0 ? { images } : {};
}

/** Returns the reasoning of an agent; none for an empty text. */
export function thought(text: string): ConversationPart[] {
  return text.trim() === "" ? [] : [{ kind: "reasoning", text }];
}

/** Returns a text as it is, and other data as indented JSON; empty for null and undefined. */
export function toText(data: unknown): string {
  if (data === null || data === undefined) return "";
  return typeof data === "string" ? data : JSON.stringify(data, null, 2);
}
