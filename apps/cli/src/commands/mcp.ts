import type { Command } from "commander";
import { readEnvironment } from "../env";
import { explainReadError } from "../input";
import { findServerAddress } from "../server-address";

interface McpOptions {
  project: string;
  agent: string;
  policy?: string;
  server?: string;
}

/** `baton mcp`: Baton's tools for agents, over standard input and output. */
export function registerMcp(program: Command): void {
  program
    .command("mcp")
    .summary("serve Baton's tools to agents (MCP)")
    .description(
      "Serve Baton's tools to agents as an MCP server over standard input and output. Tools about policies and sessions ask a\nserver; set BATON_API_KEY to an API key with the scopes `read` and `evaluate`, and `propose` for proposals.",
    )
    .option("--project <folder>", "project with manifests and handoff documents", ".")
    .option("--agent <name>", "name of the agent that reads", "main")
    .option(
      "--policy <file>",
      "policy that decides, also about documents (default: that of the server or project)",
    )
    .option("--server <url>", "server URL (default: BATON_URL, else the server on this machine)")
    .action(serve);
}

async function serve({ project: folder, agent, policy: policyFile, server }: McpOptions): Promise<void> {
  const { BATON_API_KEY: key } = readEnvironment();
  const { serveStdio } = await import("@baton/mcp/stdio");
  await serveStdio({ folder, agent, policyFile, url: server ?? findServerAddress(), key }).catch(
    (error: unknown) => {
      throw explainReadError(error, folder);
    },
  );
}
