import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { BatonApi } from "./baton-api";
import { createMcpServer } from "./create-mcp-server";
import { addWorkspaceDocuments } from "./server/workspace-documents";

/**
 * Answers one HTTP request of MCP (streamable HTTP): the tools of a server, and the documents of its workspace. Requests
 * are independent, without sessions, so that any instance can answer.
 *
 * @param body the parsed body.
 */
export async function serveHttpRequest(api: BatonApi, request: Request, body: unknown): Promise<Response> {
  const server = createMcpServer(api);
  addWorkspaceDocuments(server, api);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
