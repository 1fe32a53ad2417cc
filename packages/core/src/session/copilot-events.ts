import { z } from "zod";
import { countTokens } from "../tokens/count-tokens";
import { AgentId } from "./agent-id";
import { type CopilotCall, CopilotMemory } from "./copilot-memory";
import { type LineShape, ShapeFinder } from "./line-shape";
import { MAIN_AGENT } from "./main-agent";
import type { RecordsResult } from "./read-records";
import {
  type CompactionFacts,
  type HandoffFacts,
  handoffFacts,
  type SessionRecord,
  sessionRecord,
  usageFacts,
} from "./session-record";
import { titleFromPrompt } from "./session-title";
import { textSize } from "./text-size";
import { WrittenTokenCount } from "./token-count";

const text = z.string().nullish().catch(null);
const size = WrittenTokenCount.nullish().catch(null);
const count = WrittenTokenCount.catch(0).default(0);
const agent = AgentId.nullish().catch(null);

const Usage = z.looseObject({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  cacheWriteTokens: count,
  reasoningTokens: count,
});

const Data = z.looseObject({
  sessionId: text,
  copilotVersion: text,
  content: z.unknown().optional(),
  toolCallId: text,
  parentToolCallId: text,
  toolName: text,
  arguments: z.looseObject({ agent_type: agent, prompt: text, mode: text }).nullish().catch(null),
  result: z.looseObject({ content: text }).nullish().catch(null),
  agentName: agent,
  model: text,
  totalTokens: size,
  success: z.boolean().nullish().catch(null),
  trigger: text,
  preCompactionTokens: size,
  postCompactionTokens: size,
  summaryContent: text,
  modelMetrics: z
    .record(z.string(), z.looseObject({ usage: Usage }))
    .nullish()
    .catch(null),
});
type Data = z.infer<typeof Data>;

const Line = z.looseObject({
  type: z.string(),
  id: text,
  timestamp: text,
  agentId: text,
  data: Data.nullish().catch(null),
});
type Line = z.infer<typeof Line>;

/**
 * Converts one parsed line of GitHub Copilot CLI's `events.jsonl` to records: the event itself, then starts
 * and responses of subagents, and the usage of each model. Based on `session-events.ts` in github/copilot-sdk
 * at 01396124, and on lines of Copilot CLI 1.0.80 in public issues. The file has no model calls:
 * `session.shutdown` sums those since the session was last opened, over all agents, so a session that was not
 * closed has no tokens.
 *
 * @param session session of the file's folder.
 * @param stored `memory` returned for the previous line.
 * @returns the records, or the reason why the line is not an event (`not_an_event`).
 */
export function readCopilotLine(json: unknown, session: string | null, stored: unknown): RecordsResult {
  const parsed = Line.safeParse(json);
  if (!parsed.success) {
    return { ok: false, problem: { code: "not_an_event", message: "the object has no text type" } };
  }
  const line = parsed.data;
  const data = line.data ?? Data.parse({});
  const memory = CopilotMemory.from(stored);
  if (line.type === "session.start") memory.session = data.sessionId ?? memory.session;
  const sessionId = memory.session ?? session;
  const origin = { sessionId, timestamp: line.timestamp ?? null };
  const first = sessionRecord({
    ...origin,
    eventType: `copilot.${line.type}`,
    identity: line.id ?? null,
    agentId: line.agentId ?? data.parentToolCallId ?? null,
    title: line.type === "user.message" && !line.agentId ? readTitle(data.content) : null,
    compaction: readCompaction(line, data, memory),
    isError: line.type === "session.error" || line.type === "subagent.failed",
  });
  const { agents, handoffs } = readSubagent(line, data, memory, sessionId);
  const others = [...handoffs, ...readUsages(line, data)].map((record) => ({ ...record, ...origin }));
  return { ok: true, records: [{ ...first, agents }, ...others], memory: memory.toJson() };
}

function readSubagent(
  line: Line,
  data: Data,
  memory: CopilotMemory,
  sessionId: string | null,
): Pick<SessionRecord, "agents"> & { handoffs: SessionRecord[] } {
  const none = { agents: [], handoffs: [] };
  const callId = data.toolCallId;
  if (!callId) return none;
  const identity = `copilot:${sessionId ?? ""}:${callId}`;
  const call = memory.findCall(callId);
  switch (line.type) {
    case "tool.execution_start": {
      const { prompt, mode } = data.arguments ?? {};
      if (data.toolName !== "task") return none;
      const promptTokens = prompt == null ? null : countTokens(prompt);
      memory.noteCall(callId, {
        ...speakerOf(line, data, memory),
        promptTokens,
        isBackground: mode === "background",
      });
      return none;
    }
    case "subagent.started": {
      const agentId = line.agentId ?? callId;
      const name = data.agentName ?? null;
      const started = memory.noteCall(callId, { agent: name ?? "unknown", agentId });
      const delegation = handoffFacts({
        kind: "delegation",
        fromAgent: started.caller,
        fromAgentId: started.callerId,
        toAgent: started.agent,
        toAgentId: agentId,
        toModel: data.model ?? null,
        afterTokens: started.promptTokens,
        measureAfter: started.promptTokens === null ? null : "counted",
      });
      return {
        agents: [{ agentId, name, startedBy: `${identity}:call`, isMain: false }],
        handoffs: [
          sessionRecord({
            eventType: "copilot.delegation",
            identity: `${identity}:call`,
            handoff: delegation,
          }),
        ],
      };
    }
    case "subagent.completed":
    case "subagent.failed": {
      const ended = memory.noteCall(callId, {
        totalTokens: data.totalTokens ?? null,
        hasFailed: line.type === "subagent.failed",
      });
      // The result of a foreground call follows with its response.
      return call && !call.isBackground ? none : { agents: [], handoffs: [toReturn(ended, identity, null)] };
    }
    case "tool.execution_complete":
      if (!call || call.agentId === null || call.isBackground) return none;
      return { agents: [], handoffs: [toReturn(call, identity, data.result?.content ?? null)] };
    default:
      return none;
  }
}

function toReturn(call: CopilotCall, identity: string, answer: string | null): SessionRecord {
  const facts: HandoffFacts = handoffFacts({
    kind: "return",
    fromAgent: call.agent,
    fromAgentId: call.agentId,
    toAgent: call.caller,
    toAgentId: call.callerId,
    beforeTokens: call.totalTokens,
    measureBefore: call.totalTokens === null ? null : "provider",
    ...textSize(answer),
    answersIdentity: `${identity}:call`,
  });
  return sessionRecord({
    eventType: "copilot.return",
    identity: `${identity}:return`,
    isError: call.hasFailed,
    handoff: facts,
  });
}

function speakerOf(line: Line, data: Data, memory: CopilotMemory): Pick<CopilotCall, "caller" | "callerId"> {
  const agentId = line.agentId ?? data.parentToolCallId ?? null;
  if (agentId === null) return { caller: MAIN_AGENT, callerId: null };
  return { caller: memory.nameOf(agentId) ?? "unknown", callerId: agentId };
}

/** Input includes cache reads and writes, output includes reasoning. */
function readUsages({ type, id }: Line, { modelMetrics }: Data): SessionRecord[] {
  if (type !== "session.shutdown") return [];
  return Object.entries(modelMetrics ?? {}).map(([model, { usage }]) =>
    sessionRecord({
      eventType: "copilot.usage",
      usage: usageFacts({
        key: id ? `copilot:${id}:${model}` : null,
        agent: MAIN_AGENT,
        model,
        inputTokens: Math.max(0, usage.inputTokens - usage.cacheReadTokens - usage.cacheWriteTokens),
        cacheCreationTokens: usage.cacheWriteTokens,
        cacheReadTokens: usage.cacheReadTokens,
        outputTokens: usage.outputTokens,
        reasoningTokens: usage.reasoningTokens,
      }),
    }),
  );
}

function readCompaction(line: Line, data: Data, memory: CopilotMemory): CompactionFacts | null {
  if (line.type !== "session.compaction_complete" || data.success === false) return null;
  const { caller, callerId } = speakerOf(line, data, memory);
  return {
    agent: caller,
    agentId: callerId,
    isNotice: false,
    trigger: data.trigger == null ? null : data.trigger === "manual" ? "manual" : "auto",
    beforeTokens: data.preCompactionTokens ?? null,
    afterTokens: data.postCompactionTokens ?? null,
    preserved: [],
    summary: data.summaryContent || null,
    loss: null,
  };
}

function readTitle(content: unknown): string | null {
  return typeof content === "string" ? titleFromPrompt(content) : null;
}

const FAMILIES = new Set([
  "session",
  "user",
  "assistant",
  "tool",
  "subagent",
  "hook",
  "skill",
  "system",
  "permission",
  "external_tool",
  "pending_messages",
  "mcp",
  "model",
]);

/** Returns unknown families of events, and the version of the CLI, which the first line contains. */
export function readCopilotShape(json: unknown): LineShape {
  const finder = new ShapeFinder();
  const { data } = Line.safeParse(json);
  if (data) finder.checkType(data.type.split(".")[0] ?? data.type, FAMILIES);
  return finder.finish(data?.data?.copilotVersion);
}
