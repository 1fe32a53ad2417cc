import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { BatonApi, createHttpSender, missingVariables, type ServerAddress } from "./baton-api";
import { createMcpServer } from "./create-mcp-server";
import { decisionsOfProject } from "./project/decisions-of-project";
import { addHandoffStepTools } from "./project/handoff-step-tools";
import { addHandoffTools } from "./project/handoff-tools";
import { addManifestTools } from "./project/manifest-tools";
import { Project } from "./project/project";
import { addProjectResources } from "./project/project-resources";

/**
 * Serves MCP over standard input and output until the client closes it: all tools, and the documents of a
 * project.
 *
 * @param options.folder of the project.
 * @param options.agent the agent that reads, for `artifact_read` events.
 * @param options.policyFile policy that decides, and whose content rules apply to documents; by default that of the
 * server, or of the project.
 * @throws file system errors if the folder cannot be opened.
 */
export async function serveStdio({
  folder,
  agent,
  policyFile,
  ...address
}: ServerAddress & {
  folder: string;
  agent: string;
  policyFile?: string | undefined;
}): Promise<void> {
  const { url, key } = address;
  const server = url && key ? { url, key } : null;
  const policy = { file: policyFile ?? null, server };
  const project = await Project.open(folder, { agent, policy, missing: missingVariables(address) });
  const asksServer = server !== null && policyFile === undefined;
  const decisions = asksServer ? undefined : decisionsOfProject(project);
  const mcp = createMcpServer(new BatonApi(createHttpSender(address)), decisions);
  addManifestTools(mcp, project);
  addHandoffTools(mcp, project);
  addHandoffStepTools(mcp, project);
  addProjectResources(mcp, project);
  const closed = new Promise<void>((resolve) => {
    mcp.server.onclose = resolve;
    // The transport ignores the end of its input.
    process.stdin.once("end", resolve).once("close", resolve);
  });
  await mcp.connect(new StdioServerTransport());
  await closed;
  await mcp.close();
}
