import { readClaudeCodeAgent } from "@baton/core/session";
import type { RecordDocumentFormat } from "./source-format";

const PLACE = /\/([^/]+)\/subagents\/(?:.+\/)?agent-([^/]+)\.meta\.json$/;

/** `SESSION/subagents/agent-ID.meta.json`: type of a Claude Code subagent, and the call that started it. */
export const claudeCodeAgent: RecordDocumentFormat = {
  kind: "record-document",
  name: "claude-code-agent",
  about: { files: "~/.claude/projects/**/subagents/agent-*.meta.json", version: "2.1.197" },
  ownsPath: (path) => PLACE.test(path),
  // Only the file's name contains the agent's ID.
  toJson: (text, path) => {
    try {
      return { ok: true, json: JSON.stringify({ ...JSON.parse(text), agentId: PLACE.exec(path)?.[2] }) };
    } catch {
      return { ok: false, problem: { code: "not_json", message: "it is not JSON" } };
    }
  },
  readLine: readClaudeCodeAgent,
  sessionOf: (path) => PLACE.exec(path)?.[1] ?? null,
};
