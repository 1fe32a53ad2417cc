/** Reads the project, the server and the policy of the plugin's MCP server; Claude Code starts it in the project. */
export function readMcpEnvironment() {
  const {
    CLAUDE_PROJECT_DIR: folder,
    BATON_URL: url,
    BATON_API_KEY: key,
    BATON_POLICY: policy,
  } = process.env;
  return {
    folder: folder || process.cwd(),
    agent: "main",
    url: url || undefined,
    key: key || undefined,
    policyFile: policy || undefined,
  };
}
