import { answerForPrograms } from "@/server/answer-for-programs";
import { serveApi } from "@/server/api";
import { serveMcp } from "@/server/api/serve-mcp";
import { database } from "@/server/database";

const handle = answerForPrograms((request) => serveMcp(request, { db: database(), answer: serveApi }));

/** Baton's tools for agents (MCP, streamable HTTP). */
export { handle as DELETE, handle as GET, handle as POST };
