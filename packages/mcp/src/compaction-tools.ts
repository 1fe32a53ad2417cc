import { restoreFacts } from "@baton/core/compaction";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { addTool } from "./add-tool";

const Facts = z.array(z.string().min(1)).max(500);

/** Adds `restore_facts`, which needs neither a project nor a server. */
export function addCompactionTools(server: McpServer): void {
  addTool(server, {
    name: "restore_facts",
    title: "Restore facts",
    description: "A summary with the facts that it must keep but lost, added word by word.",
    input: z.object({
      summary: z.string(),
      literal: Facts.default([]).describe("Facts that must appear letter by letter, such as paths."),
      said: Facts.default([]).describe("Sentences that may be reworded."),
    }),
    isReadOnly: true,
    run: async ({ summary, literal, said }) => {
      const { summary: whole, restored } = restoreFacts(summary, { literal, said });
      return { text: restored.length === 0 ? "The summary keeps all facts." : whole };
    },
  });
}
