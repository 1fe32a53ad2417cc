export { BatonApi, type SendToApi } from "./baton-api";
export { createMcpServer } from "./create-mcp-server";
export { serveHttpRequest } from "./serve-http-request";
