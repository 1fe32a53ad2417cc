/** Arguments that continue a session in the client that wrote it, by format. */
const RESUME: Readonly<Record<string, string>> = {
  "claude-code": "claude --resume",
  codex: "codex resume",
  copilot: "copilot --resume",
  gemini: "gemini --resume",
  opencode: "opencode --session",
  qwen: "qwen --resume",
};

/** A word that every shell reads as itself. */
const PLAIN_ID = /^\w[\w-]*$/;
const PLAIN_FOLDER = /^\/[\w./-]*$/;

/**
 * Returns the command that continues a session on the machine that recorded it, or null if its client cannot. Names
 * come from logs, so a folder or an ID that a shell could read as more than a word is left out.
 */
export function resumeCommand(session: {
  sessionId: string;
  format: string | null;
  projectFolder: string | null;
}): string | null {
  const command = RESUME[session.format ?? ""];
  if (command === undefined || !PLAIN_ID.test(session.sessionId)) return null;
  const resume = `${command} ${session.sessionId}`;
  const folder = session.projectFolder ?? "";
  return PLAIN_FOLDER.test(folder) ? `cd ${folder} && ${resume}` : resume;
}
