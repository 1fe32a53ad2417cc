import { countOf } from "@baton/core/internal";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { addTool } from "../add-tool";
import type { BatonApi } from "../baton-api";

const Memories = z.object({
  memories: z.array(
    z.looseObject({
      memory_id: z.string(),
      content: z.record(z.string(), z.unknown()),
      author: z.string().nullable(),
      tags: z.array(z.string()),
      expires_at: z.string().nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
const Retrieved = z.object({
  memories: z.array(z.unknown()),
  removed: z.array(z.string()),
  rule_id: z.string().nullable(),
  event_id: z.string().nullable(),
  expired: z.number(),
  omitted: z.number(),
});
const Written = z.object({ memory_id: z.string() });

/** Adds `list_memories`, `retrieve_memories` and `write_memory`: what agents remember, as the policy allows. */
export function addMemoryTools(server: McpServer, api: BatonApi): void {
  addTool(server, {
    name: "list_memories",
    title: "List memories",
    description: "What agents remember, newest first, for review. An agent itself uses retrieve_memories.",
    input: z.object({
      text: z.string().max(200).optional().describe("Part of the content, an ID or a tag."),
      agent: z.string().optional().describe("The agent that wrote it."),
      limit: z.int().min(1).max(50).default(20),
    }),
    isReadOnly: true,
    run: async ({ text, agent, limit }) => {
      const { memories, next_cursor } = await api.get(Memories, ["memories"], { search: text, agent, limit });
      if (memories.length === 0) return { text: "No memory matches." };
      const lines = memories.map(({ memory_id, content, author, tags }) => {
        const about = [author, ...tags].filter((part) => part !== null).join(", ");
        return `- ${memory_id}${about === "" ? "" : ` (${about})`}: ${JSON.stringify(content)}`;
      });
      const more = next_cursor === null ? [] : ["There are more: search for a text."];
      return { text: [...lines, ...more].join("\n") };
    },
  });
  addTool(server, {
    name: "retrieve_memories",
    title: "Retrieve memories",
    description:
      "The memories that an agent may see by the policy, best first. The retrieval is recorded as a handoff from `memory` to the agent.",
    input: z.object({
      agent: z.string().min(1).describe("ID of the agent that reads."),
      query: z.string().max(2_000).default("").describe("Words to look for."),
      max_tokens: z.int().positive().max(50_000).default(2_000),
      session: z.string().min(1).max(256).optional().describe("Session of the agent."),
    }),
    isReadOnly: false,
    run: async ({ agent, query, max_tokens, session }) => {
      const body = { agent, query, max_tokens, session_id: session };
      const { memories, removed, expired, omitted } = await api.post(Retrieved, "/memories/retrieve", body);
      const notes = [
        ...(removed.length > 0 ? [`Removed by the policy: ${removed.join(", ")}.`] : []),
        ...(expired > 0 ? [`${expired} expired.`] : []),
        ...(omitted > 0 ? [`${countOf(omitted, "more does", "more do")} not fit.`] : []),
      ];
      const found = memories.map((memory) => JSON.stringify(memory)).join("\n");
      return { text: [found || "No memory matches.", ...notes].join("\n") };
    },
  });
  addTool(server, {
    name: "write_memory",
    title: "Write a memory",
    description: "Stores what an agent remembers for later sessions. The same ID replaces the memory.",
    input: z.object({
      agent: z.string().min(1).describe("ID of the agent that remembers it."),
      content: z.record(z.string(), z.unknown()).describe('Fields by name, like { "text": "…" }.'),
      id: z.string().min(1).max(256).optional(),
      tags: z.array(z.string().min(1).max(100)).max(50).default([]),
      expires_at: z.iso.datetime().optional(),
      session: z.string().min(1).max(256).optional(),
    }),
    isReadOnly: false,
    run: async ({ agent, content, id, tags, expires_at, session }) => {
      const body = { agent_id: agent, content, memory_id: id, tags, expires_at, session_id: session };
      const { memory_id } = await api.post(Written, "/memories", body);
      return { text: `Remembered as ${memory_id}.` };
    },
  });
}
