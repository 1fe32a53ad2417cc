import { z } from "zod";
import { AgentId } from "./agent-id";
import { countGeminiUsage, GeminiParts, partsText } from "./gemini-usage";
import { REMEMBERED } from "./limits";
import { type LineShape, ShapeFinder } from "./line-shape";
import { MAIN_AGENT } from "./main-agent";
import type { RecordsResult } from "./read-records";
import {
  type CompactionFacts,
  handoffFacts,
  type SessionRecord,
  sessionRecord,
  usageFacts,
} from "./session-record";
import { shortenTitle, titleFromPrompt } from "./session-title";
import { textSize } from "./text-size";
import { WrittenTokenCount } from "./token-count";

const text = z.string().nullish().catch(null);
const count = WrittenTokenCount.nullish().catch(null);

const FunctionCall = z.looseObject({
  id: text,
  name: text,
  args: z
    .looseObject({ subagent_type: AgentId.nullish().catch(null), prompt: text })
    .nullish()
    .catch(null),
});

const Part = z.looseObject({
  functionCall: FunctionCall.nullish().catch(null),
  functionResponse: z.looseObject({ id: text }).nullish().catch(null),
});

const Line = z.looseObject({
  uuid: text,
  sessionId: z.string().min(1),
  timestamp: text,
  type: z.string(),
  subtype: text,
  version: text,
  model: text,
  agentId: text,
  agentName: AgentId.nullish().catch(null),
  forkedFrom: z.looseObject({ sessionId: text }).nullish().catch(null),
  message: z
    .looseObject({ parts: z.array(Part.catch({})).catch([]) })
    .nullish()
    .catch(null),
  usageMetadata: z
    .looseObject({
      promptTokenCount: count,
      candidatesTokenCount: count,
      cachedContentTokenCount: count,
      thoughtsTokenCount: count,
      totalTokenCount: count,
    })
    .nullish()
    .catch(null),
  toolCallResult: z.looseObject({ status: text }).nullish().catch(null),
  systemPayload: z
    .looseObject({
      parentSessionId: text,
      customTitle: text,
      info: z.looseObject({ originalTokenCount: count, newTokenCount: count }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});
type Line = z.infer<typeof Line>;

/** The tools that start a subagent: `task`, in newer versions `agent`. */
const STARTING_TOOLS = new Set(["task", "agent"]);

/** Subagents that have not responded: the ID of the call, and the agent. */
const Memory = z.object({ started: z.array(z.tuple([z.string(), z.string()])) });

/**
 * Converts one parsed line of a Qwen Code session to records (`chatRecordingService.ts` of QwenLM/qwen-code
 * at 015346f1; lines of 0.9): the line itself with the usage of its call, then each subagent that it starts,
 * and each response. Lines copied by a fork belong to the session that wrote them.
 *
 * @param stored `memory` returned for the previous line.
 * @returns the records, or the reason why the line is not from a session (`not_an_event`).
 */
export function readQwenLine(json: unknown, stored: unknown): RecordsResult {
  const parsed = Line.safeParse(json);
  if (!parsed.success) {
    return {
      ok: false,
      problem: { code: "not_an_event", message: "the object has no type or no sessionId" },
    };
  }
  const line = parsed.data;
  const memory = Memory.safeParse(stored).data ?? { started: [] };
  const origin = {
    sessionId: line.forkedFrom?.sessionId ?? line.sessionId,
    timestamp: line.timestamp ?? null,
  };
  const first = sessionRecord({
    ...origin,
    eventType: `qwen.${line.subtype ? `${line.type}.${line.subtype}` : line.type}`,
    identity: line.uuid ?? null,
    agentId: line.agentId ?? null,
    parentSessionId: line.systemPayload?.parentSessionId ?? null,
    title: readTitle(line, json),
    agents: line.agentId
      ? [{ agentId: line.agentId, name: line.agentName ?? null, startedBy: null, isMain: false }]
      : [],
    usage: readUsage(line),
    compaction: readCompaction(line),
    isError: line.toolCallResult?.status === "error",
  });
  const started = readStarted(line);
  const others = [
    ...started.map(({ id, agent, prompt }) =>
      sessionRecord({
        ...origin,
        eventType: "qwen.delegation",
        identity: callIdentity(id),
        handoff: handoffFacts({
          kind: "delegation",
          fromAgent: speakerOf(line).agent,
          fromAgentId: speakerOf(line).agentId,
          toAgent: agent,
          ...textSize(prompt),
        }),
      }),
    ),
    ...readAnswers(line, json, new Map(memory.started)).map((record) => ({ ...record, ...origin })),
  ];
  const answered = new Set(responsesOf(line));
  const remembered = [...memory.started, ...started.map(({ id, agent }): [string, string] => [id, agent])]
    .filter(([id]) => !answered.has(id))
    .slice(-REMEMBERED);
  return { ok: true, records: [first, ...others], memory: { started: remembered } };
}

function callIdentity(callId: string): string {
  return `qwen:${callId}:call`;
}

function speakerOf({ agentId, agentName }: Line): { agent: string; agentId: string | null } {
  return agentId ? { agent: agentName ?? "unknown", agentId } : { agent: MAIN_AGENT, agentId: null };
}

function readUsage(line: Line): SessionRecord["usage"] {
  const { uuid, model, usageMetadata: used } = line;
  if (!used) return null;
  return usageFacts({
    key: uuid ? `qwen:${uuid}` : null,
    ...speakerOf(line),
    model: model ?? null,
    ...countGeminiUsage({
      prompt: used.promptTokenCount,
      candidates: used.candidatesTokenCount,
      cached: used.cachedContentTokenCount,
      thoughts: used.thoughtsTokenCount,
      total: used.totalTokenCount,
    }),
  });
}

function readStarted({ message }: Line): { id: string; agent: string; prompt: string | null }[] {
  return (message?.parts ?? []).flatMap(({ functionCall: call }) => {
    if (!call?.id || !STARTING_TOOLS.has(call.name ?? "")) return [];
    return [{ id: call.id, agent: call.args?.subagent_type ?? "unknown", prompt: call.args?.prompt ?? null }];
  });
}

function responsesOf({ message }: Line): string[] {
  return (message?.parts ?? []).flatMap(({ functionResponse }) => functionResponse?.id ?? []);
}

const Content = z.looseObject({ message: z.looseObject({ parts: GeminiParts }) });

function textOf(json: unknown): string {
  return partsText(Content.safeParse(json).data?.message.parts);
}

function readAnswers(line: Line, json: unknown, started: ReadonlyMap<string, string>): SessionRecord[] {
  return responsesOf(line).flatMap((id) => {
    const agent = started.get(id);
    if (agent === undefined) return [];
    const { agent: toAgent, agentId: toAgentId } = speakerOf(line);
    return [
      sessionRecord({
        eventType: "qwen.return",
        identity: `qwen:${id}:return`,
        isError: line.toolCallResult?.status === "error",
        handoff: handoffFacts({
          kind: "return",
          fromAgent: agent,
          toAgent,
          toAgentId,
          ...textSize(textOf(json) || null),
          answersIdentity: callIdentity(id),
        }),
      }),
    ];
  });
}

function readCompaction(line: Line): CompactionFacts | null {
  if (line.subtype !== "chat_compression") return null;
  const { info } = line.systemPayload ?? {};
  return {
    ...speakerOf(line),
    isNotice: false,
    trigger: null,
    beforeTokens: info?.originalTokenCount ?? null,
    afterTokens: info?.newTokenCount ?? null,
    preserved: [],
    summary: null,
    loss: null,
  };
}

function readTitle(line: Line, json: unknown): string | null {
  if (line.subtype === "custom_title") return shortenTitle(line.systemPayload?.customTitle);
  if (line.type !== "user" || line.subtype || line.agentId) return null;
  return titleFromPrompt(textOf(json));
}

const TYPES = new Set(["user", "assistant", "tool_result", "system"]);

/** Returns unknown types of lines, and the version of Qwen Code. */
export function readQwenShape(json: unknown): LineShape {
  const finder = new ShapeFinder();
  const { data } = Line.safeParse(json);
  if (data) finder.checkType(data.type, TYPES);
  return finder.finish(data?.version);
}
