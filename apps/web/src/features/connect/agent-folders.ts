/** Folders in the home folder to which coding agents write their sessions. */
export const AGENT_FOLDERS = {
  "Claude Code": ".claude/projects",
  Codex: ".codex/sessions",
  "Copilot CLI": ".copilot/session-state",
  "Gemini CLI": ".gemini/tmp",
  OpenCode: ".local/share/opencode/storage",
  "Qwen Code": ".qwen",
} as const;
