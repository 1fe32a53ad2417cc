import {
  type Block,
  blocks,
  callIdentity,
  contentText,
  contentTexts,
  memberId,
  readAgent,
  readOrigin,
  type ToolUseResult,
  type TranscriptLine,
} from "./claude-code-line";
import { type HandoffFacts, handoffFacts, type SessionRecord, sessionRecord } from "./session-record";
import { isHandoffDocumentPath, readSuccession, readSuccessor } from "./succession";
import { textSize } from "./text-size";

/** The tools that start a subagent: `Task`, in newer versions `Agent`. */
const STARTING_TOOLS = new Set(["Task", "Agent"]);
const MESSAGING_TOOL = "SendMessage";
const WRITING_TOOLS = new Set(["Write", "Edit", "MultiEdit"]);
const READING_TOOL = "Read";

/** IDs that Claude Code gives subagents; any other recipient of a message is a name. */
const AGENT_ID = /^a?[0-9a-f]{8,}$/;

/** Reasons why a tool did nothing, as in its result. */
const NOT_DONE =
  /^(?:Error: )?Agent type '|<tool_use_error>|InputValidationError|The user doesn't want to proceed/;

/**
 * Returns the handoff that a line cancels: a call that failed before a subagent started, or an undelivered
 * message.
 *
 * @returns the identity of its handoff, if it was one.
 */
export function readWithdrawn(line: TranscriptLine): string | null {
  const isUndelivered = (line.toolUseResult ?? line.tool_use_result)?.success === false;
  const failed = blocks(line.message?.content).find(
    ({ type, is_error, content }) =>
      type === "tool_result" && (isUndelivered || (is_error && NOT_DONE.test(contentText(content)))),
  );
  return failed?.tool_use_id === undefined ? null : callIdentity(failed.tool_use_id);
}

/**
 * Reads the handoffs of a line: started subagents, their returns, messages between agents, and handoff
 * documents that are written or read.
 */
export function readHandoffs(line: TranscriptLine): SessionRecord[] {
  return [
    ...readCalls(line),
    ...readResults(line),
    ...readNotification(line),
    ...blocks(line.message?.content).flatMap((block) => readDocumentUse(line, block)),
  ];
}

function readDocumentUse(line: TranscriptLine, { type, name = "", input }: Block): SessionRecord[] {
  const path = input?.file_path;
  if (type !== "tool_use" || path === undefined || !isHandoffDocumentPath(path)) return [];
  const { agent, agentId } = readAgent(line);
  const origin = readOrigin(line);
  if (name === READING_TOOL) {
    const agents = readSuccessor(path, agent);
    return [sessionRecord({ ...origin, eventType: "claude_code.document_read", agents })];
  }
  if (!WRITING_TOOLS.has(name)) return [];
  const sizes = measured(contextSize(line), input?.content);
  const facts = { fromAgent: agent, fromAgentId: agentId, ...sizes };
  return [readSuccession(path, { format: "claude_code", ...origin }, facts)];
}

function contextSize({ message }: TranscriptLine): number | null {
  const usage = message?.usage;
  return usage
    ? usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens
    : null;
}

function measured(
  before: number | null | undefined,
  after: string | null | undefined,
): Pick<HandoffFacts, "beforeTokens" | "measureBefore" | "afterTokens" | "measureAfter"> {
  return {
    beforeTokens: before ?? null,
    measureBefore: before == null ? null : "provider",
    ...textSize(after),
  };
}

function readCalls(line: TranscriptLine): SessionRecord[] {
  const context = contextSize(line);
  const { agent: fromAgent, agentId: fromAgentId } = readAgent(line);
  return blocks(line.message?.content).flatMap(({ type, name, id, input }) => {
    if (type !== "tool_use") return [];
    if (STARTING_TOOLS.has(name ?? "")) {
      const { prompt, subagent_type, team_name, name: member } = input ?? {};
      const isMember = team_name !== undefined && member !== undefined;
      const facts = handoffFacts({
        kind: "delegation",
        fromAgent,
        fromAgentId,
        toAgent: (isMember ? member : subagent_type) || "unknown",
        toAgentId: isMember ? memberId(member, team_name) : startedId(line, id),
        ...measured(context, prompt),
      });
      const identity = id === undefined ? null : callIdentity(id);
      return [
        sessionRecord({ ...readOrigin(line), eventType: "claude_code.delegation", identity, handoff: facts }),
      ];
    }
    if (name !== MESSAGING_TOOL) return [];
    const facts = handoffFacts({
      kind: "message",
      fromAgent,
      fromAgentId,
      ...readReceiver(input, line.teamName),
      ...measured(context, input?.message ?? input?.content),
    });
    const identity = id === undefined ? null : callIdentity(id);
    return [
      sessionRecord({ ...readOrigin(line), eventType: "claude_code.message", identity, handoff: facts }),
    ];
  });
}

/** A stream identifies the lines of a subagent only by the tool use that started it. */
function startedId(line: TranscriptLine, toolUseId: string | undefined): string | null {
  return line.session_id === undefined ? null : (toolUseId ?? null);
}

function readReceiver(
  input: Block["input"],
  teamName: string | undefined,
): Pick<HandoffFacts, "toAgent" | "toAgentId"> {
  const to = (input?.to ?? input?.recipient)?.replace(/^@/, "");
  if (!to) return { toAgent: "unknown", toAgentId: null };
  if (AGENT_ID.test(to)) return { toAgent: "unknown", toAgentId: to };
  return { toAgent: to, toAgentId: teamName === undefined ? null : memberId(to, teamName) };
}

/** Claude Code's addition to a subagent's result, which identifies it within a subagent. */
const TRAILER = /^agentId: (\S+)[\s\S]*<usage>(?:subagent|total)_tokens: (\d+)/;

function readResults(line: TranscriptLine): SessionRecord[] {
  const result = line.toolUseResult ?? line.tool_use_result;
  return blocks(line.message?.content).flatMap((block) => {
    const { type, tool_use_id: toolUseId } = block;
    return type !== "tool_result" || toolUseId === undefined
      ? []
      : readResult(line, toolUseId, block, result);
  });
}

function readResult(
  line: TranscriptLine,
  toolUseId: string,
  block: Block,
  result: ToolUseResult | undefined,
): SessionRecord[] {
  const texts = contentTexts(block.content);
  const trailer = texts.map((each) => TRAILER.exec(each)).find((match) => match !== null);
  // Any tool's result can be here; only a subagent's contains an agent or its tokens.
  const reported = result?.agentId ?? result?.agent_id ?? trailer?.[1];
  const tokens = result?.totalTokens ?? (trailer ? Number(trailer[2]) : null);
  if (reported === undefined && tokens === null) return [];
  const agentId = startedId(line, toolUseId) ?? reported ?? null;
  const isMember = result?.agent_id !== undefined;
  const name = (isMember ? result.name : result?.agentType) ?? null;
  const startedBy = callIdentity(toolUseId);
  const agents = agentId === null ? [] : [{ agentId, name, startedBy, isMain: false }];
  if (isMember || result?.status === "async_launched") {
    return [sessionRecord({ ...readOrigin(line), eventType: "claude_code.agent_started", agents })];
  }
  const answer =
    result?.content === undefined
      ? texts.filter((each) => !TRAILER.test(each))
      : contentTexts(result.content);
  const { agent: toAgent, agentId: toAgentId } = readAgent(line);
  const status = result?.status ?? "";
  return [
    sessionRecord({
      ...readOrigin(line),
      eventType: "claude_code.return",
      identity: `${toolUseId}:return`,
      isError: status === "error" || status === "failed" || /^API Error\b/.test(answer[0] ?? ""),
      agents,
      handoff: handoffFacts({
        kind: "return",
        fromAgent: name ?? "unknown",
        fromAgentId: agentId,
        toAgent,
        toAgentId,
        ...measured(tokens, answer.length === 0 ? null : answer.join("\n")),
        answersIdentity: startedBy,
      }),
    }),
  ];
}

/** Reads the result of a background agent. The same text is on up to three lines. */
function readNotification(line: TranscriptLine): SessionRecord[] {
  const content = line.message?.content;
  const said = line.attachment?.prompt ?? line.content ?? (typeof content === "string" ? content : undefined);
  if (!said?.startsWith("<task-notification>")) return [];
  const tag = (name: string) => new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(said)?.[1];
  const [agentId, toolUseId, answer] = [tag("task-id"), tag("tool-use-id"), tag("result")];
  const isOfAgent = answer !== undefined || /^Agent\b/.test(tag("summary") ?? "");
  // Background commands are reported the same way.
  if (!isOfAgent || agentId === undefined) return [];
  const tokens = Number(tag("subagent_tokens") ?? tag("total_tokens") ?? Number.NaN);
  const { agent: toAgent, agentId: toAgentId } = readAgent(line);
  const status = tag("status");
  return [
    sessionRecord({
      ...readOrigin(line),
      eventType: "claude_code.return",
      identity: `${toolUseId ?? `${agentId}.${tokens}`}:return`,
      isError: status === "failed" || status === "killed",
      handoff: handoffFacts({
        kind: "return",
        fromAgent: "unknown",
        fromAgentId: agentId,
        toAgent,
        toAgentId,
        ...measured(Number.isSafeInteger(tokens) ? tokens : null, answer),
        answersIdentity: toolUseId === undefined ? null : callIdentity(toolUseId),
      }),
    }),
  ];
}
