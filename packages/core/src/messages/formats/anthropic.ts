import { z } from "zod";
import { type MessageFormat, SlotCollector, type SlotPath } from "../message-slot";

const Message = z.looseObject({
  role: z.enum(["user", "assistant", "system"]),
  content: z.union([z.string(), z.array(z.unknown())]),
});
const Block = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: z.unknown() }),
  z.looseObject({ type: z.literal("server_tool_use"), id: z.string(), name: z.string() }),
  z.looseObject({ type: z.literal("mcp_tool_use"), id: z.string(), name: z.string() }),
  z.looseObject({ type: z.literal("tool_result"), tool_use_id: z.string() }),
  z.looseObject({ type: z.enum(["thinking", "redacted_thinking"]) }),
  z.looseObject({ type: z.enum(["image", "document", "search_result", "container_upload"]) }),
]);
/** The result of a tool that the provider runs, such as `web_search_tool_result`. */
const HostedResult = z.looseObject({
  type: z.string().regex(/_tool_result$/),
  tool_use_id: z.string(),
});

const MEDIA = ["image", "document", "search_result"];

/** Messages of Anthropic's Messages API. The system prompt is not part of them. */
export const anthropic: MessageFormat = {
  name: "anthropic",
  replacements: {},
  itemIdKey: null,
  read(message) {
    const { data } = Message.safeParse(message);
    if (!data) return null;
    const slots = new SlotCollector(message);
    slots.addContent(["content"], (part, at) => addBlock(slots, part, at));
    slots.addExtras([], ["role", "content"]);
    return slots.read(data.role === "assistant" ? "agent" : data.role);
  },
};

/** Adds a block of content; returns false for an unknown kind. */
export function addBlock(slots: SlotCollector, part: unknown, at: SlotPath): boolean {
  const { data: hosted } = HostedResult.safeParse(part);
  if (hosted) {
    slots.addWhole("hosted_tool", at, { callId: hosted.tool_use_id, pair: "result" });
    return true;
  }
  const { data: block } = Block.safeParse(part);
  if (!block) return false;
  switch (block.type) {
    case "text":
      if (block.text !== "") slots.add("text", [...at, "text"], { holder: at });
      slots.addExtras(at, ["type", "text"]);
      return true;
    case "tool_use":
      slots.add("tool_call", [...at, "input"], {
        name: block.name,
        callId: block.id,
        pair: "call",
        holder: at,
      });
      slots.addExtras(at, ["type", "id", "name", "input"]);
      return true;
    case "server_tool_use":
    case "mcp_tool_use":
      slots.addWhole("hosted_tool", at, { name: block.name, callId: block.id, pair: "call" });
      return true;
    case "tool_result":
      slots.addResult([...at, "content"], {
        name: null,
        callId: block.tool_use_id,
        unit: at,
        media: MEDIA,
      });
      slots.addExtras(at, ["type", "tool_use_id", "content", "is_error"]);
      return true;
    case "thinking":
    case "redacted_thinking":
      slots.addWhole("reasoning", at);
      return true;
    default:
      slots.addWhole("media", at);
      return true;
  }
}
