import { z } from "zod";
import { blocks, callIdentity, contentTexts, TranscriptLine } from "./claude-code-line";
import { findAnswer } from "./codex-collaboration";
import { parseEmbeddedJson } from "./embedded-json";

/** Claude Code's addition to a subagent's result. */
const TRAILER = /^agentId: \S+/;

/** The answer in the notification of a background agent. */
const RESULT = /<result>([\s\S]*?)<\/result>/;

const text = z.string().nullish().catch(null);
const Line = z.looseObject({ payload: z.looseObject({ call_id: text, prompt: text, arguments: text }) });
const THREAD = /:([^:]+):return:\d+$/;
const Arguments = z.looseObject({ message: text });

/**
 * Returns the text that a handoff passed on, from its line of a Claude Code transcript or a Codex rollout: the
 * prompt of a subagent, its answer, or a message.
 *
 * @param json the parsed line.
 * @param eventId of the handoff, because a line can have several.
 * @returns null if the line does not contain the text, or has another format.
 */
export function findHandoffText(json: unknown, eventId: string): string | null {
  return findInTranscript(json, eventId) ?? findInRollout(json, eventId);
}

function findInTranscript(json: unknown, eventId: string): string | null {
  const parsed = TranscriptLine.safeParse(json);
  if (!parsed.success) return null;
  const { message, attachment, content: said, toolUseResult, tool_use_result } = parsed.data;
  const spoken = typeof message?.content === "string" ? message.content : null;
  const notification = attachment?.prompt ?? said ?? spoken;
  if (notification?.startsWith("<task-notification>") && eventId.endsWith(":return")) {
    return RESULT.exec(notification)?.[1] ?? null;
  }
  for (const { type, id, tool_use_id, input, content } of blocks(message?.content)) {
    if (type === "tool_use" && id !== undefined && callIdentity(id) === eventId) {
      return input?.prompt ?? input?.message ?? input?.content ?? null;
    }
    if (type === "tool_result" && `${tool_use_id}:return` === eventId) {
      const result = (toolUseResult ?? tool_use_result)?.content;
      const texts = contentTexts(result ?? content).filter((each) => !TRAILER.test(each));
      return texts.length === 0 ? null : texts.join("\n");
    }
  }
  return null;
}

function findInRollout(json: unknown, eventId: string): string | null {
  const { data } = Line.safeParse(json);
  if (!data) return null;
  const { call_id, prompt, arguments: given } = data.payload;
  const [, thread] = THREAD.exec(eventId) ?? [];
  if (thread !== undefined) return findAnswer(data.payload, thread);
  if (!call_id || ![":call", ":message"].some((end) => eventId.endsWith(`:${call_id}${end}`))) return null;
  return prompt ?? Arguments.safeParse(parseEmbeddedJson(given ?? "")).data?.message ?? null;
}
