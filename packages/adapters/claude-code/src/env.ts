/** Returns the project that Claude Code works in, as it reports to its hooks; undefined elsewhere. */
export function readHostProject(): string | undefined {
  return process.env.CLAUDE_PROJECT_DIR || undefined;
}
