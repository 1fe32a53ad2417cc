import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import { ToolError } from "./tool-error";

/** Maximum characters of an answer, about 10,000 tokens. */
const MAX_CHARACTERS = 40_000;

/** Answer of a tool: a short text, and details if the agent asks for them. */
interface ToolAnswer {
  readonly text: string;
  readonly details?: unknown;
}

interface Tool<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** False if the tool changes something. */
  readonly isReadOnly: boolean;
  readonly run: (input: z.output<Input>) => Promise<ToolAnswer>;
}

/** Registers a tool. An error becomes an answer that the agent can act on, and never ends the server. */
export function addTool<Input extends z.ZodObject>(server: McpServer, tool: Tool<Input>): void {
  const { name, title, description, input, isReadOnly, run } = tool;
  const annotations: ToolAnnotations = { title, readOnlyHint: isReadOnly, destructiveHint: false };
  const config = { title, description, inputSchema: input.shape, annotations };
  server.registerTool(name, config, async (given: unknown): Promise<CallToolResult> => {
    try {
      return toResult(await run(input.parse(given)));
    } catch (error) {
      return { content: [{ type: "text", text: explain(name, error) }], isError: true };
    }
  });
}

function toResult({ text, details }: ToolAnswer): CallToolResult {
  const whole = details === undefined ? text : `${text}\n\n${JSON.stringify(details, null, 1)}`;
  return { content: [{ type: "text", text: cut(whole) }] };
}

function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS)}\n… ${text.length - MAX_CHARACTERS} characters more.`;
}

function explain(name: string, error: unknown): string {
  if (error instanceof ToolError) return error.message;
  return `${name} failed: ${error instanceof Error ? error.message : String(error)}`;
}
