import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { BatonApi, createHttpSender } from "./baton-api";
import { createMcpServer } from "./create-mcp-server";
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
 * @throws file system errors if the folder cannot be opened.
 */
export async function serveStdio({
  folder,
  agent,
  ...address
}: {
  folder: string;
  agent: string;
  url?: string | undefined;
  key?: string | undefined;
}): Promise<void> {
  const project = await Project.open(folder, { agent });
  const server = createMcpServer(new BatonApi(createHttpSender(address)));
  addManifestTools(server, project);
  addHandoffTools(server, project);
  addProjectResources(server, project);
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    // The transport ignores the end of its input.
    process.stdin.once("end", resolve).once("close", resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}
