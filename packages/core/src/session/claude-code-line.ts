import { z } from "zod";
import { userOfFolder } from "./home-folder";
import { MAIN_AGENT } from "./main-agent";
import type { AgentFacts, SessionRecord } from "./session-record";
import { WrittenTokenCount } from "./token-count";

const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const size = WrittenTokenCount.optional().catch(undefined);
const count = WrittenTokenCount.catch(0).default(0);

const Usage = z.object({
  input_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  output_tokens: count,
  cache_creation: z.object({ ephemeral_1h_input_tokens: count }).optional().catch(undefined),
});
export type Usage = z.infer<typeof Usage>;

/** One of the calls of a response; the sum excludes calls of another model, such as an advisor. */
const Iteration = Usage.extend({ type: text, model: text });

export const Block = z.looseObject({
  type: text,
  id: text,
  name: text,
  text,
  tool_use_id: text,
  is_error: flag,
  input: z
    .looseObject({
      prompt: text,
      subagent_type: text,
      name: text,
      team_name: text,
      to: text,
      recipient: text,
      message: text,
      content: text,
      file_path: text,
    })
    .optional()
    .catch(undefined),
});
export type Block = z.infer<typeof Block>;

const Message = z.looseObject({
  id: text,
  role: text,
  model: text,
  content: z
    .union([z.string(), z.array(Block.catch({}))])
    .optional()
    .catch(undefined),
  usage: Usage.extend({ iterations: z.array(Iteration).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

const CompactMetadata = z.looseObject({
  trigger: text,
  preTokens: size,
  pre_tokens: size,
  postTokens: size,
  post_tokens: size,
});

/** Data of a tool's result besides its text; each tool has its own keys. */
const ToolUseResult = z.looseObject({
  status: text,
  success: flag,
  agentId: text,
  agent_id: text,
  agentType: text,
  name: text,
  content: z.unknown().optional(),
  totalTokens: size,
});
export type ToolUseResult = z.infer<typeof ToolUseResult>;

/**
 * Tool versions differ in nearly every field, so each field is parsed separately and invalid ones are
 * ignored: one unusual field never rejects a line. Transcripts write `sessionId`, the output of `-p
 * --output-format stream-json` has `session_id`.
 */
export const TranscriptLine = z.looseObject({
  type: text,
  subtype: text,
  operation: text,
  content: text,
  uuid: text,
  parentUuid: text,
  sessionId: text,
  session_id: text,
  cwd: text,
  gitBranch: text,
  forkedFrom: z.looseObject({ sessionId: text }).optional().catch(undefined),
  agentId: text,
  parent_tool_use_id: text,
  attributionAgent: text,
  agentName: text,
  teamName: text,
  isSidechain: flag,
  timestamp: text,
  requestId: text,
  level: text,
  summary: text,
  isMeta: flag,
  isCompactSummary: flag,
  isApiErrorMessage: flag,
  is_error: flag,
  attachment: z.looseObject({ type: text, prompt: text }).optional().catch(undefined),
  message: Message.optional().catch(undefined),
  compactMetadata: CompactMetadata.optional().catch(undefined),
  compact_metadata: CompactMetadata.optional().catch(undefined),
  toolUseResult: ToolUseResult.optional().catch(undefined),
  tool_use_result: ToolUseResult.optional().catch(undefined),
});
export type TranscriptLine = z.infer<typeof TranscriptLine>;

/** Returns the session in which a line was written: a fork starts with copies of another session's lines. */
export function readOrigin(line: TranscriptLine): Pick<SessionRecord, "sessionId" | "timestamp"> {
  const sessionId = line.forkedFrom?.sessionId ?? line.sessionId ?? line.session_id ?? null;
  return { sessionId, timestamp: line.timestamp ?? null };
}

/** Returns where Claude Code ran when it wrote the line; null if the line does not say. */
export function readProject({ cwd, gitBranch }: TranscriptLine): SessionRecord["project"] {
  if (!cwd && !gitBranch) return null;
  return { person: userOfFolder(cwd), folder: cwd || null, repository: null, branch: gitBranch || null };
}

/** The agent of a line: `unknown` if the line only has its ID. */
export interface LineAgent {
  agent: string;
  agentId: string | null;
}

export function readAgent(line: TranscriptLine): LineAgent {
  const { agentId, parent_tool_use_id, attributionAgent, agentName, teamName } = line;
  const ownId = agentId ?? parent_tool_use_id ?? null;
  if (ownId !== null) return { agent: agentName ?? attributionAgent ?? "unknown", agentId: ownId };
  if (agentName === undefined) return { agent: MAIN_AGENT, agentId: null };
  return { agent: agentName, agentId: teamName === undefined ? null : memberId(agentName, teamName) };
}

/** Returns what a line says about its own agent. */
export function readOwnAgent(line: TranscriptLine): AgentFacts[] {
  const { agent, agentId } = readAgent(line);
  if (agentId === null) return [];
  const isMain = line.agentId === undefined && line.parent_tool_use_id === undefined && !line.isSidechain;
  const startedBy = line.parent_tool_use_id === undefined ? null : callIdentity(line.parent_tool_use_id);
  return [{ agentId, name: agent === "unknown" ? null : agent, startedBy, isMain }];
}

/** Returns the ID that Claude Code gives a member of a team. */
export function memberId(name: string, team: string): string {
  return `${name}@${team}`;
}

/** Returns the identity of a delegation by the ID of the tool use. */
export function callIdentity(toolUseId: string): string {
  return `${toolUseId}:call`;
}

export function blocks(content: string | Block[] | undefined): Block[] {
  return Array.isArray(content) ? content : [];
}

const TextBlocks = z.union([z.string(), z.array(z.looseObject({ text }).catch({}))]);

/** Returns the text of a message, or the texts of its text blocks, one per line. */
export function contentText(content: unknown): string {
  return contentTexts(content).join("\n");
}

/** Returns the text of each block. */
export function contentTexts(content: unknown): string[] {
  const parsed = TextBlocks.safeParse(content);
  if (!parsed.success) return [];
  return typeof parsed.data === "string" ? [parsed.data] : parsed.data.flatMap((block) => block.text ?? []);
}
