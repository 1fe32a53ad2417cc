import { readClaudeCodeLine } from "@baton/core";
import { readClaudeCodeShape } from "@baton/core/session-readers";
import { holdsJsonLines, type LineFormat } from "./source-format";

/** The types of line that may come first in a transcript; later ones may be of any type. */
const FIRST_TYPES = new Set([
  "user",
  "assistant",
  "system",
  "progress",
  "summary",
  "file-history-snapshot",
  "queue-operation",
]);

/** Transcripts of Claude Code, `~/.claude/projects/**`: calls of subagents, their returns, compactions. */
export const claudeCode: LineFormat = {
  kind: "lines",
  name: "claude-code",
  ownsPath: (path) => path.includes("/.claude/projects/") && holdsJsonLines(path),
  ownsLine: (line) =>
    FIRST_TYPES.has(String(line.type)) || (typeof line.sessionId === "string" && "message" in line),
  readLine: readClaudeCodeLine,
  readShape: readClaudeCodeShape,
  hasLongContent: true,
  // Each line names its session; those that do not, such as snapshots of files, belong to none.
  sessionOf: () => null,
};
