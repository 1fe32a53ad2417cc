import { z } from "zod";
import { AgentId } from "./agent-id";
import { countGeminiUsage, GeminiParts, partsText } from "./gemini-usage";
import { MAIN_AGENT } from "./main-agent";
import type { RecordsResult } from "./read-records";
import {
  handoffFacts,
  type SessionRecord,
  sessionRecord,
  type UsageFacts,
  usageFacts,
} from "./session-record";
import { shortenTitle, titleFromPrompt } from "./session-title";
import { textSize } from "./text-size";
import { WrittenTokenCount } from "./token-count";

const text = z.string().nullish().catch(null);
const count = WrittenTokenCount.nullish().catch(null);

const ToolCall = z.looseObject({
  id: text,
  name: AgentId.nullish().catch(null),
  agentId: text,
  args: z
    .looseObject({ agent_name: AgentId.nullish().catch(null) })
    .nullish()
    .catch(null),
  result: GeminiParts,
  status: text,
  timestamp: text,
});
type ToolCall = z.infer<typeof ToolCall>;

const Message = z.looseObject({
  id: z.string().min(1),
  timestamp: text,
  type: text,
  content: GeminiParts,
  model: text,
  tokens: z
    .looseObject({ input: count, output: count, cached: count, thoughts: count, tool: count, total: count })
    .nullish()
    .catch(null),
  toolCalls: z.array(ToolCall.catch({})).nullish().catch(null),
});
type Message = z.infer<typeof Message>;

const Metadata = z.looseObject({
  sessionId: text,
  startTime: text,
  kind: text,
  summary: text,
  messages: z.array(z.unknown()).nullish().catch(null),
});

const Line = z.looseObject({ id: text, $rewindTo: text, $set: Metadata.nullish().catch(null) });

const Memory = z.object({ session: z.string().nullable(), isSubagent: z.boolean() });
type Memory = z.infer<typeof Memory>;

/**
 * Converts one parsed line of a Gemini CLI session to records, or a whole session in the JSON form of older
 * versions. Based on gemini-cli 0.56 (`chatRecordingService.ts`): a first line with metadata, a line for each
 * change of a message, `$set` with new metadata or all messages, and `$rewindTo`.
 *
 * A message is a model call with its own ID, so repeated ones count once; a rewound call was made and counts.
 * A tool call with an `agentId` is a subagent: a delegation, and its return when the call has ended. The
 * subagent's own file is a child session.
 *
 * @param session session of lines before the metadata.
 * @param stored `memory` returned for the previous line.
 * @returns the records, or the reason why the line is not from a session (`not_an_event`).
 */
export function readGeminiLine(json: unknown, session: string | null, stored: unknown): RecordsResult {
  const line = Line.safeParse(json);
  if (!line.success || Array.isArray(json)) {
    return { ok: false, problem: { code: "not_an_event", message: "the line is JSON but not an object" } };
  }
  const before = Memory.safeParse(stored).data ?? { session, isSubagent: false };
  const { $rewindTo: rewindTo, $set: changes } = line.data;
  if (typeof rewindTo === "string") return toResult([event("rewind", before)], before);
  const message = Message.safeParse(json);
  if (message.success) return toResult(readMessage(message.data, before), before);
  const metadata = changes ?? Metadata.safeParse(json).data;
  if (!metadata) {
    return {
      ok: false,
      problem: { code: "not_an_event", message: "the line is neither a message nor metadata" },
    };
  }
  const memory = {
    session: metadata.sessionId ?? before.session,
    isSubagent: before.isSubagent || metadata.kind === "subagent",
  };
  const first = sessionRecord({
    ...event(changes ? "set" : "session", memory),
    timestamp: changes ? null : (metadata.startTime ?? null),
    title: shortenTitle(metadata.summary),
    agents:
      memory.isSubagent && memory.session
        ? [{ agentId: memory.session, name: null, startedBy: null, isMain: true }]
        : [],
  });
  const others = (metadata.messages ?? []).flatMap((value) => {
    const repeated = Message.safeParse(value);
    return repeated.success ? readMessage(repeated.data, memory) : [];
  });
  return toResult([first, ...others], memory);
}

function toResult(records: [SessionRecord, ...SessionRecord[]], memory: Memory): RecordsResult {
  return { ok: true, records, memory };
}

function event(type: string, { session }: Memory): SessionRecord {
  return sessionRecord({ eventType: `gemini.${type}`, sessionId: session });
}

function readMessage(message: Message, memory: Memory): [SessionRecord, ...SessionRecord[]] {
  const { type, timestamp = null, content, toolCalls } = message;
  const isFromUser = type === "user" && !memory.isSubagent;
  const first = sessionRecord({
    ...event(type ?? "message", memory),
    timestamp,
    title: isFromUser ? titleFromPrompt(partsText(content)) : null,
    usage: readUsage(message, memory),
    isError: type === "error",
  });
  return [first, ...(toolCalls ?? []).flatMap((call) => readToolCall(call, timestamp, memory))];
}

function speakerOf({ session, isSubagent }: Memory): { agent: string; agentId: string | null } {
  return isSubagent ? { agent: "unknown", agentId: session } : { agent: MAIN_AGENT, agentId: null };
}

function readUsage({ id, model, tokens }: Message, memory: Memory): UsageFacts | null {
  if (!tokens) return null;
  const { input, output, cached, thoughts, tool, total } = tokens;
  return usageFacts({
    key: `gemini:${memory.session ?? ""}:${id}`,
    ...speakerOf(memory),
    model: model ?? null,
    ...countGeminiUsage({ prompt: input, candidates: output, cached, thoughts, tool, total }),
  });
}

const ENDED = new Set(["success", "error", "cancelled"]);

function readToolCall(call: ToolCall, time: string | null, memory: Memory): SessionRecord[] {
  const { id, agentId, args, status } = call;
  if (!id || !agentId) return [];
  const toAgent = args?.agent_name ?? call.name ?? "unknown";
  const caller = speakerOf(memory);
  const identity = `gemini:${memory.session ?? ""}:${id}:call`;
  const delegation = sessionRecord({
    ...event("delegation", memory),
    timestamp: call.timestamp ?? time,
    identity,
    agents: [{ agentId, name: toAgent === "unknown" ? null : toAgent, startedBy: identity, isMain: false }],
    handoff: handoffFacts({
      kind: "delegation",
      fromAgent: caller.agent,
      fromAgentId: caller.agentId,
      toAgent,
      toAgentId: agentId,
      ...textSize(JSON.stringify(args ?? {})),
    }),
  });
  if (!ENDED.has(status ?? "")) return [delegation];
  const back = sessionRecord({
    ...event("return", memory),
    timestamp: call.timestamp ?? time,
    identity: `gemini:${memory.session ?? ""}:${id}:return`,
    isError: status !== "success",
    handoff: handoffFacts({
      kind: "return",
      fromAgent: toAgent,
      fromAgentId: agentId,
      toAgent: caller.agent,
      toAgentId: caller.agentId,
      ...textSize(partsText(call.result) || null),
      answersIdentity: identity,
    }),
  });
  return [delegation, back];
}
