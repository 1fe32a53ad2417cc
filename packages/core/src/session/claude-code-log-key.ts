/**
 * The key of a call in the telemetry of Claude Code, which has the id of the HTTP request and not that of the
 * response. The transcript's record of the call replaces it.
 */
export function claudeCodeLogKey(requestId: string): string {
  return `claude-code:${requestId}:sum`;
}
