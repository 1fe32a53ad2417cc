import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import packageJson from "../package.json" with { type: "json" };
import type { BatonApi } from "./baton-api";
import { addCompactionTools } from "./compaction-tools";
import { decisionsOfServer } from "./server/decisions";
import { addGovernanceTools } from "./server/governance-tools";
import { addMemoryTools } from "./server/memory-tools";
import { addSessionTools } from "./server/session-tools";

const INSTRUCTIONS =
  "Baton governs and records what agents pass to each other. Answers are short; ask for details only if you need them.";

/**
 * Creates a server with the tools about policies and sessions, which `api` answers. Connect it to a transport.
 *
 * @param decisions of the policy; those of the server by default.
 */
export function createMcpServer(api: BatonApi, decisions = decisionsOfServer(api)): McpServer {
  const { version } = packageJson;
  const server = new McpServer({ name: "baton", version }, { instructions: INSTRUCTIONS });
  addGovernanceTools(server, api, decisions);
  addSessionTools(server, api);
  addMemoryTools(server, api);
  addCompactionTools(server);
  return server;
}
