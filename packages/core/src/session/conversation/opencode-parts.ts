import { z } from "zod";
import {
  type ConversationLine,
  type ConversationPart,
  conversationLine,
  saidByAgent,
  saidByUser,
  thought,
  toText,
} from "./conversation-line";
import { data, text } from "./written-values";

const Part = z.looseObject({
  id: text,
  type: z.string(),
  text,
  tool: text,
  callID: text,
  state: z.looseObject({ status: text, input: data, output: text, error: text }).nullish().catch(null),
});
const Message = z.looseObject({
  info: z.looseObject({
    id: z.string(),
    role: text,
    time: z.looseObject({ created: z.number() }).nullish().catch(null),
  }),
  parts: z.array(z.unknown()),
});
const Export = z.looseObject({ messages: z.array(z.unknown()) });

/** Reads what a session says that `opencode export` wrote. Files of its storage do not say who speaks: they have nothing. */
export function readOpencodeParts(json: unknown): ConversationLine[] {
  return (Export.safeParse(json).data?.messages ?? []).flatMap((each) => {
    const { data: message } = Message.safeParse(each);
    if (!message) return [];
    const { id, role, time } = message.info;
    const parts = message.parts.flatMap((part) => readPart(Part.safeParse(part).data, role === "user"));
    const created = new Date(time?.created ?? Number.NaN);
    const timestamp = Number.isNaN(created.getTime()) ? null : created.toISOString();
    return [conversationLine(parts, { messageId: id, timestamp })];
  });
}

function readPart(part: z.infer<typeof Part> | undefined, isFromUser: boolean): ConversationPart[] {
  if (part?.type === "text") return (isFromUser ? saidByUser : saidByAgent)(part.text ?? "");
  if (part?.type === "reasoning") return thought(part.text ?? "");
  if (part?.type !== "tool") return [];
  const { state, tool } = part;
  const callId = part.callID ?? part.id ?? null;
  const isError = state?.status === "error";
  const hasEnded = isError || state?.status === "completed";
  return [
    { kind: "call", callId, tool: tool ?? "unknown", input: toText(state?.input) },
    ...(hasEnded
      ? [{ kind: "result" as const, callId, output: state?.output ?? state?.error ?? "", isError }]
      : []),
  ];
}
