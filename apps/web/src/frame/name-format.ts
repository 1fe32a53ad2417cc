/** Names of the formats of files and sessions, as their tools call themselves. */
const NAMES: Readonly<Record<string, string>> = {
  "agents-sdk": "OpenAI Agents SDK",
  "claude-code": "Claude Code",
  "claude-code-agent": "Claude Code subagent",
  codex: "Codex",
  "codex-exec": "Codex exec",
  copilot: "Copilot CLI",
  gemini: "Gemini CLI",
  "gemini-json": "Gemini CLI",
  "handoff-doc": "Handoff document",
  "handoff-log": "Handoff log",
  langfuse: "Langfuse",
  "langfuse-json": "Langfuse",
  langsmith: "LangSmith",
  "langsmith-json": "LangSmith",
  manifest: "Manifest",
  opencode: "OpenCode",
  "opencode-storage": "OpenCode",
  "orchestrator-handoff": "Orchestrator handoff",
  otlp: "OpenTelemetry",
  "otlp-json": "OpenTelemetry",
  "otlp-logs": "OpenTelemetry logs",
  qwen: "Qwen Code",
  "return-metadata": "Return metadata",
  session: "Session file",
  "task-file": "Task file",
  "who-and-when": "Who&When",
};

/** Returns the name of a format; a file of an unrecognized format has none. */
export function nameFormat(format: string | null): string {
  return format === null ? "unknown" : (NAMES[format] ?? format);
}
