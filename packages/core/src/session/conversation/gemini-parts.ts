import { z } from "zod";
import { GeminiParts, partsText } from "../gemini-usage";
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

const ToolCall = z.looseObject({ id: text, name: text, args: data, result: GeminiParts, status: text });
const Message = z.looseObject({
  id: z.string().min(1),
  timestamp: text,
  type: text,
  content: GeminiParts,
  thoughts: z
    .array(z.looseObject({ subject: text, description: text }).catch({}))
    .nullish()
    .catch(null),
  toolCalls: z
    .array(ToolCall.catch({ result: null }))
    .nullish()
    .catch(null),
});
const Session = z.looseObject({ messages: z.array(z.unknown()) });
const Line = z.looseObject({ $set: Session.nullish().catch(null) });

/** Reads what a line of a Gemini CLI session says, or a whole session. Each change of a message is a line of its own. */
export function readGeminiParts(json: unknown): ConversationLine[] {
  const message = Message.safeParse(json);
  if (message.success) return [readMessage(message.data)];
  const session = Session.safeParse(json).data ?? Line.safeParse(json).data?.$set;
  return (session?.messages ?? []).flatMap((each) => {
    const parsed = Message.safeParse(each);
    return parsed.success ? [readMessage(parsed.data)] : [];
  });
}

function readMessage({ id, timestamp, type, content, thoughts, toolCalls }: z.infer<typeof Message>) {
  const said = partsText(content);
  const reasons = (thoughts ?? []).map(({ subject, description }) =>
    [subject, description].filter(Boolean).join(": "),
  );
  const parts: ConversationPart[] = [
    ...thought(reasons.join("\n\n")),
    ...(type === "user" ? saidByUser(said) : type === "gemini" ? saidByAgent(said) : toNote(type, said)),
    ...(toolCalls ?? []).flatMap((call): ConversationPart[] => {
      const callId = call.id ?? null;
      const isError = call.status === "error" || call.status === "cancelled";
      return [
        { kind: "call", callId, tool: call.name ?? "unknown", input: toText(call.args) },
        ...(isError || call.result
          ? [{ kind: "result" as const, callId, output: partsText(call.result), isError }]
          : []),
      ];
    }),
  ];
  return conversationLine(parts, { timestamp: timestamp ?? null, messageId: id });
}

function toNote(type: string | null | undefined, said: string): ConversationPart[] {
  if (said.trim() === "") return [];
  return [type === "error" ? { kind: "error", text: said } : { kind: "context", text: said }];
}

const QwenPart = z.looseObject({
  text,
  thought: z.boolean().nullish().catch(null),
  functionCall: z.looseObject({ id: text, name: text, args: data }).nullish().catch(null),
  functionResponse: z.looseObject({ id: text, response: data }).nullish().catch(null),
});
const Response = z.looseObject({ output: text, error: text });
const QwenLine = z.looseObject({
  type: z.string(),
  agentId: text,
  agentName: text,
  message: z
    .looseObject({ parts: z.array(QwenPart.catch({})).catch([]) })
    .nullish()
    .catch(null),
  toolCallResult: z.looseObject({ status: text }).nullish().catch(null),
});

/** Reads what a line of a Qwen Code session says. */
export function readQwenParts(json: unknown): ConversationLine[] {
  const { data: line } = QwenLine.safeParse(json);
  if (!line) return [];
  const { type, agentId = null, agentName: agent = null } = line;
  const hasFailed = line.toolCallResult?.status === "error";
  const parts = (line.message?.parts ?? []).flatMap((part): ConversationPart[] => {
    const { functionCall: call, functionResponse: answer } = part;
    if (call)
      return [
        { kind: "call", callId: call.id ?? null, tool: call.name ?? "unknown", input: toText(call.args) },
      ];
    if (answer) {
      const { output, error } = Response.safeParse(answer.response).data ?? {};
      const isError = hasFailed || error != null;
      return [
        {
          kind: "result",
          callId: answer.id ?? null,
          output: output ?? error ?? toText(answer.response),
          isError,
        },
      ];
    }
    if (part.thought) return thought(part.text ?? "");
    return type === "user" ? saidByUser(part.text ?? "") : saidByAgent(part.text ?? "");
  });
  return [conversationLine(parts, { agentId, agent })];
}
