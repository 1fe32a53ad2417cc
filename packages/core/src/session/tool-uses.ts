import { z } from "zod";
import { blocks, readAgent, TranscriptLine } from "./claude-code-line";
import { readCodexLine } from "./codex-rollout";
import { parseEmbeddedJson } from "./embedded-json";

/** Number of calls of a tool by an agent, and of those that failed. */
export interface ToolUse {
  name: string;
  calls: number;
  failures: number;
}

/**
 * Counts the tool calls of one agent in lines of Claude Code or of the agent's own Codex rollout. Skips the calls
 * of other agents, copies of a call, and lines that a fork repeats.
 *
 * @param lines the parsed lines of its files, in order.
 * @param agentId the tool's own ID of the agent.
 * @returns the tools, most calls first.
 */
export function countToolUses(lines: Iterable<unknown>, agentId: string): ToolUse[] {
  const calls = new Map<string, string>();
  const failed = new Set<string>();
  let memory: unknown = null;
  for (const json of lines) {
    const isOfTranscript = readTranscriptLine(json, agentId, calls, failed);
    if (isOfTranscript) continue;
    const read = readCodexLine(json, agentId, memory);
    if (!read.ok) continue;
    memory = read.memory;
    const isRepeated = Memory.safeParse(read.memory).data?.replay != null;
    if (!isRepeated) readRolloutLine(json, calls, failed);
  }
  const uses = new Map<string, ToolUse>();
  for (const [callId, name] of calls) {
    const use = uses.get(name) ?? { name, calls: 0, failures: 0 };
    use.calls += 1;
    if (failed.has(callId)) use.failures += 1;
    uses.set(name, use);
  }
  return [...uses.values()].sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
}

const Memory = z.looseObject({ replay: z.unknown() });

/** @returns false if the line is not from a Claude Code transcript. */
function readTranscriptLine(
  json: unknown,
  agentId: string,
  calls: Map<string, string>,
  failed: Set<string>,
): boolean {
  const { data: line } = TranscriptLine.safeParse(json);
  if (line?.message === undefined) return false;
  if (readAgent(line).agentId !== agentId) return true;
  for (const { type, id, name, tool_use_id, is_error } of blocks(line.message.content)) {
    if (type === "tool_use" && id !== undefined) calls.set(id, name ?? "unknown");
    if (type === "tool_result" && tool_use_id !== undefined && is_error) failed.add(tool_use_id);
  }
  return true;
}

const text = z.string().optional().catch(undefined);
const Payload = z.looseObject({
  type: text,
  name: text,
  call_id: text,
  id: text,
  output: z.unknown().optional(),
  exit_code: z.number().optional().catch(undefined),
  success: z.boolean().optional().catch(undefined),
  result: z.looseObject({ Err: z.unknown().optional() }).optional().catch(undefined),
});
const Line = z.looseObject({ payload: Payload });
const Result = z.looseObject({
  success: z.boolean().optional().catch(undefined),
  metadata: z.looseObject({ exit_code: z.number() }).optional().catch(undefined),
});
const FAILED_OUTPUT = /^(?:Exit code: |Process exited with code )[1-9]/;

/** Items of a rollout that are calls of a tool with its own name. */
const OWN_TOOLS: Readonly<Record<string, string>> = {
  local_shell_call: "local_shell",
  web_search_call: "web_search",
};

function readRolloutLine(json: unknown, calls: Map<string, string>, failed: Set<string>): void {
  const { data } = Line.safeParse(json);
  if (!data) return;
  const { type = "", name, call_id, id, output, exit_code, success, result } = data.payload;
  const callId = call_id ?? id;
  if (callId === undefined) return;
  const tool = type === "function_call" || type === "custom_tool_call" ? name : OWN_TOOLS[type];
  if (tool !== undefined) calls.set(callId, tool);
  const hasFailed = (exit_code ?? 0) !== 0 || success === false || result?.Err !== undefined;
  if (hasFailed || (type.endsWith("_call_output") && hasFailedOutput(output))) failed.add(callId);
}

/** Returns true if the output of a call in a rollout reports a failure. */
export function hasFailedOutput(output: unknown): boolean {
  const { data } = Result.safeParse(typeof output === "string" ? parseEmbeddedJson(output) : output);
  if (data) return data.success === false || (data.metadata?.exit_code ?? 0) !== 0;
  // The head of a newer output; what follows is the tool's own text.
  return typeof output === "string" && FAILED_OUTPUT.test(output.slice(0, 200));
}
