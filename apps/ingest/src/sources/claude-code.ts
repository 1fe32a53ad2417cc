import { readClaudeCodeLine, readClaudeCodeShape } from "@baton/core/session";
import { z } from "zod";
import { containsJsonLines, type LineFormat } from "./source-format";

/** Line types that do not identify the tool: others also write `user` and `assistant`. */
const SPOKEN = new Set(["user", "assistant", "message"]);

/** Line types that only Claude Code writes, if they name a session. */
const OWN_TYPES = new Set([
  "agent-name",
  "agent-setting",
  "attachment",
  "custom-title",
  "last-prompt",
  "mode",
  "permission-mode",
  "progress",
  "queue-operation",
  "system",
]);

/**
 * Claude Code transcripts, `~/.claude/projects/**`, and the output of `-p --output-format stream-json`: model
 * calls, subagents, returns, messages between agents, compactions.
 */
export const claudeCode: LineFormat = {
  kind: "lines",
  name: "claude-code",
  about: {
    files: "~/.claude/projects/**/*.jsonl, and output of claude -p --output-format stream-json",
    version: "2.1.197",
  },
  ownsPath: (path) => path.includes("/.claude/projects/") && containsJsonLines(path),
  ownsLine: (line) => {
    const type = String(line.type ?? "message");
    if (type === "summary") return typeof line.leafUuid === "string";
    if (type === "file-history-snapshot") return typeof line.messageId === "string";
    const namesSession = [line.sessionId, line.session_id].some((id) => typeof id === "string");
    if (OWN_TYPES.has(type)) return namesSession;
    return SPOKEN.has(type) && (namesSession ? isSpoken(line) : hasCacheUsage(line));
  },
  readLine: readClaudeCodeLine,
  readShape: readClaudeCodeShape,
  // Each line names its session; lines without one, such as file snapshots, belong to none.
  sessionOf: () => null,
};

/**
 * Returns true if the message has the form of Anthropic's API, with text or blocks as content. Other tools
 * have `parts`.
 */
function isSpoken({ message, uuid }: Record<string, unknown>): boolean {
  if (message === undefined) return typeof uuid === "string";
  return typeof message === "object" && message !== null && ("content" in message || "usage" in message);
}

const CacheUsage = z.object({
  message: z.object({ usage: z.object({ cache_read_input_tokens: z.number() }) }),
});

/**
 * Returns true if a line without a session counts tokens like Anthropic's API, as in truncated transcripts.
 */
function hasCacheUsage(line: Record<string, unknown>): boolean {
  return CacheUsage.safeParse(line).success;
}
