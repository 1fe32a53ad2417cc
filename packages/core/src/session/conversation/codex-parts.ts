import { z } from "zod";
import { parseEmbeddedJson } from "../embedded-json";
import { hasFailedOutput } from "../tool-uses";
import {
  type ConversationLine,
  type ConversationPart,
  conversationLine,
  saidByAgent,
  saidByUser,
  thought,
  toText,
  withImages,
} from "./conversation-line";
import { readImages } from "./written-images";
import { data, text } from "./written-values";

const Texts = z.union([
  z.string(),
  z.array(z.union([z.string(), z.looseObject({ text: z.string() }), z.unknown()])),
]);

const Payload = z.looseObject({
  type: text,
  role: text,
  call_id: text,
  id: text,
  name: text,
  message: text,
  text,
  content: data,
  summary: data,
  arguments: data,
  input: data,
  action: data,
  output: data,
  item: z.looseObject({ type: text, content: data, summary_text: data }).nullish().catch(null),
});
type Payload = z.infer<typeof Payload>;

const Line = z.looseObject({ type: text, payload: z.unknown().optional() });

/**
 * Reads what a line of a Codex rollout says. Rollouts repeat messages as events, and paginated ones have only these:
 * they are echoes. First-generation rollouts have the items themselves as lines.
 */
export function readCodexParts(json: unknown): ConversationLine[] {
  const { data: line } = Line.safeParse(json);
  const { data: payload } = Payload.safeParse(line?.payload ?? json);
  if (!line || !payload) return [];
  return [conversationLine(line.type === "event_msg" ? readEvent(payload) : readItem(line.type, payload))];
}

function readItem(lineType: string | null | undefined, payload: Payload): ConversationPart[] {
  const callId = payload.call_id ?? payload.id ?? null;
  if (lineType === "compacted") return payload.message ? [{ kind: "context", text: payload.message }] : [];
  switch (payload.type) {
    case "message": {
      const said = textOf(payload.content);
      const images = readImages(payload.content);
      if (payload.role === "assistant") return saidByAgent(said, images);
      if (payload.role === "user") return saidByUser(said, images);
      return said.trim() === "" ? [] : [{ kind: "context", text: said }];
    }
    case "reasoning":
      return thought(textOf(payload.summary) || textOf(payload.content));
    case "function_call":
    case "custom_tool_call": {
      const given = payload.arguments ?? payload.input;
      const parsed = typeof given === "string" ? parseEmbeddedJson(given) : given;
      return [{ kind: "call", callId, tool: payload.name ?? "unknown", input: toText(parsed ?? given) }];
    }
    case "local_shell_call":
    case "web_search_call":
      return [{ kind: "call", callId, tool: payload.type.slice(0, -5), input: toText(payload.action) }];
    case "function_call_output":
    case "custom_tool_call_output": {
      const images = readImages(payload.output);
      const output = textOf(payload.output) || (images.length > 0 ? "" : toText(payload.output));
      const isError = hasFailedOutput(payload.output);
      return [{ kind: "result", callId, output, ...withImages(images), isError }];
    }
    default:
      return [];
  }
}

function readEvent(payload: Payload): ConversationPart[] {
  const { type, item } = payload;
  if (type === "error" || type === "stream_error") return [{ kind: "error", text: payload.message || type }];
  if (type === "user_message" || item?.type === "UserMessage") {
    return echo(saidByUser(payload.message ?? textOf(item?.content)));
  }
  if (type === "agent_message" || item?.type === "AgentMessage") {
    return echo(saidByAgent(payload.message ?? textOf(item?.content)));
  }
  if (type === "agent_reasoning" || item?.type === "Reasoning") {
    return echo(thought(payload.text ?? textOf(item?.summary_text)));
  }
  return [];
}

function echo(parts: ConversationPart[]): ConversationPart[] {
  return parts.flatMap((part) =>
    part.kind === "message" || part.kind === "reasoning" ? [{ ...part, isEcho: true }] : [],
  );
}

/** Returns a text, or the texts of a list, one per line. */
function textOf(content: unknown): string {
  const parsed = Texts.safeParse(content);
  if (!parsed.success) return "";
  if (typeof parsed.data === "string") return parsed.data;
  const Named = z.looseObject({ text });
  return parsed.data
    .flatMap((each) => (typeof each === "string" ? each : (Named.safeParse(each).data?.text ?? [])))
    .join("\n");
}

const ExecItem = z.looseObject({
  id: text,
  type: text,
  text,
  message: text,
  command: text,
  aggregated_output: text,
  exit_code: z.number().nullish().catch(null),
  status: text,
  server: text,
  tool: text,
  query: text,
  arguments: data,
  result: data,
  error: data,
  changes: data,
});
const ExecLine = z.looseObject({
  type: text,
  message: text,
  error: z.looseObject({ message: text }).nullish().catch(null),
  item: ExecItem.nullish().catch(null),
});

/** Reads what a line of the output of `codex exec --json` says: its completed items, and errors. */
export function readCodexExecParts(json: unknown): ConversationLine[] {
  const { data: line } = ExecLine.safeParse(json);
  if (line?.type === "error" || line?.type === "turn.failed") {
    return [conversationLine([{ kind: "error", text: line.message || line.error?.message || line.type }])];
  }
  const item = line?.type === "item.completed" ? line.item : null;
  return item ? [conversationLine(readExecItem(item))] : [];
}

function readExecItem(item: z.infer<typeof ExecItem>): ConversationPart[] {
  const { type, id: callId = null } = item;
  if (type === "agent_message") return saidByAgent(item.text ?? "");
  if (type === "reasoning") return thought(item.text ?? "");
  if (type === "error") return [{ kind: "error", text: item.message || type }];
  const tool = item.tool ?? type ?? "unknown";
  const input = item.command ?? item.query ?? toText(item.arguments ?? item.changes);
  const output = item.aggregated_output ?? toText(item.result ?? item.error);
  const isError = item.status === "failed" || (item.exit_code ?? 0) !== 0;
  return [
    { kind: "call", callId, tool, input },
    { kind: "result", callId, output, isError },
  ];
}
