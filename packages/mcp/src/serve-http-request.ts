import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";

/**
 * Answers one HTTP request of MCP (streamable HTTP). Requests are independent, without sessions, so
 * that any instance can answer.
 *
 * @param server a new server for this request.
 * @param body the parsed body.
 */
export async function serveHttpRequest(
  server: McpServer,
  request: Request,
  body: unknown,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
