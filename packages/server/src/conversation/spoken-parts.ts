import { type ConversationLine, type ConversationPart, readConversation } from "@baton/core/internal";
import type { ShownImage } from "./conversation-item";

/** A part of a stored line, its number among them from 0, and the message that contains it. */
export interface SpokenPart {
  part: ConversationPart;
  number: number;
  message: ConversationLine;
}

/** Returns the parts of a stored line in order; none if its text is not stored or not JSON. */
export function readSpokenParts(line: { eventType: string; text: string | null }): SpokenPart[] {
  return readConversation(line.eventType, parseOrNull(line.text))
    .flatMap((message) => message.parts.map((part) => ({ part, message })))
    .map((spoken, number) => ({ ...spoken, number }));
}

/** Returns the whole text of a part of a stored line by its number; null without such a part. */
export function findWholeText(
  line: { eventType: string; text: string | null },
  number: number,
): string | null {
  const part = readSpokenParts(line)[number]?.part;
  if (!part) return null;
  if (part.kind === "call") return part.input;
  return part.kind === "result" ? part.output : part.text;
}

/** Types that an image element shows in every browser. SVG may refer to other files. */
const SHOWN_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Describes the images of a part. */
export function listImages(part: ConversationPart): ShownImage[] {
  const images = part.kind === "message" || part.kind === "result" ? (part.images ?? []) : [];
  return images.map(({ mediaType, base64 }) => ({
    mediaType,
    bytes: base64 === null ? null : Math.floor((base64.replace(/=+$/, "").length * 3) / 4),
    canShow: base64 !== null && SHOWN_TYPES.includes(mediaType),
  }));
}

/** Returns an image of a part of a stored line as a URL with its data; null if it cannot be shown. */
export function findImage(
  line: { eventType: string; text: string | null },
  { part: number, image }: { part: number; image: number },
): string | null {
  const part = readSpokenParts(line)[number]?.part;
  if (part?.kind !== "message" && part?.kind !== "result") return null;
  const found = part.images?.[image];
  if (!found || !listImages(part)[image]?.canShow || !/^[\w+/]+=*$/.test(found.base64 ?? "")) return null;
  return `data:${found.mediaType};base64,${found.base64}`;
}

/**
 * Drops messages with the ID of a later one, and messages that another line repeats as an event (`isEcho`).
 *
 * @param lines parts of each line in order, with their file.
 */
export function dropRepeated<Line extends { sourceFileId: number; parts: readonly SpokenPart[] }>(
  lines: readonly Line[],
): Line[] {
  const last = new Map<string, ConversationLine>();
  const texts = new Set<string>();
  const idOf = (line: Line, { messageId }: ConversationLine) => `${line.sourceFileId} ${messageId}`;
  for (const line of lines) {
    for (const { part, message } of line.parts) {
      if (message.messageId !== null) last.set(idOf(line, message), message);
      if (!("isEcho" in part)) texts.add(textKey(part));
    }
  }
  return lines.map((line) => ({
    ...line,
    parts: line.parts.filter(({ part, message }) => {
      const isReplaced = message.messageId !== null && last.get(idOf(line, message)) !== message;
      return !isReplaced && !("isEcho" in part && texts.has(textKey(part)));
    }),
  }));
}

function textKey(part: ConversationPart): string {
  if (part.kind === "message") return `${part.speaker} ${part.text.trim()}`;
  return part.kind === "reasoning" ? `reasoning ${part.text.trim()}` : "";
}

function parseOrNull(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
