/**
 * Returns the key of a call in the telemetry of Claude Code, which has the ID of the HTTP request instead of
 * the response. The transcript's record of the call replaces it.
 */
export function claudeCodeLogKey(requestId: string): string {
  return `claude-code:${requestId}:sum`;
}
