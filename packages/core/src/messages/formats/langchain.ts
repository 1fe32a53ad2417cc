import { z } from "zod";
import { isObject } from "../../is-object";
import { type MessageFormat, type ReadMessage, SlotCollector, type SlotPath } from "../message-slot";
import { addBlock } from "./anthropic";
import { addCall } from "./openai-chat";

/** `toDict()` and `mapChatMessagesToStoredMessages` write `data`, `JSON.stringify` writes `kwargs`. */
const Stored = z.union([
  z.looseObject({ type: z.string(), data: z.looseObject({}) }),
  z.looseObject({ lc: z.literal(1), id: z.array(z.string()), kwargs: z.looseObject({}) }),
]);
const Body = z.looseObject({
  content: z.union([z.string(), z.array(z.unknown())]),
  name: z.string().nullish(),
  id: z.string().nullish(),
  tool_calls: z.array(z.unknown()).nullish(),
  tool_call_id: z.string().nullish(),
});
const ToolCall = z.looseObject({ id: z.string().nullish(), name: z.string(), args: z.unknown() });
const CallBlock = z.looseObject({
  type: z.enum(["tool_call", "function_call"]),
  id: z.string().nullish(),
  call_id: z.string().nullish(),
  name: z.string(),
});
const Reasoning = z.looseObject({ type: z.enum(["reasoning", "reasoning_content"]) });
const Media = z.looseObject({
  type: z.enum(["image", "image_url", "audio", "video", "file", "input_audio", "text-plain"]),
});
const Hosted = z.looseObject({
  type: z.enum(["server_tool_call", "server_tool_call_result", "web_search_call", "file_search_call"]),
});

const ROLES: Readonly<Record<string, ReadMessage["role"] | "tool">> = {
  human: "user",
  user: "user",
  HumanMessage: "user",
  HumanMessageChunk: "user",
  ai: "agent",
  assistant: "agent",
  AIMessage: "agent",
  AIMessageChunk: "agent",
  system: "system",
  developer: "system",
  SystemMessage: "system",
  SystemMessageChunk: "system",
  tool: "tool",
  ToolMessage: "tool",
  ToolMessageChunk: "tool",
};
const BODY = ["content", "name", "id", "tool_calls", "tool_call_id", "status", "type", "role"];
const MEDIA = ["image", "image_url", "audio", "video", "file", "document"];

/** Messages of LangChain and LangGraph as plain data: stored messages, serialized ones, or their fields. */
export const langChain: MessageFormat = {
  name: "langchain",
  replacements: { content: "" },
  itemIdKey: null,
  read(message) {
    const stored = Stored.safeParse(message).success;
    const key = !stored ? null : isObject(message.data) ? "data" : "kwargs";
    const at: SlotPath = key === null ? [] : [key];
    const { data: body } = Body.safeParse(key === null ? message : message[key]);
    const role = roleOf(message);
    if (!body || role === null || (role === "tool" && typeof body.tool_call_id !== "string")) return null;
    const slots = new SlotCollector(message);
    slots.addExtras([], ["type", "data", "lc", "id", "kwargs", ...(key === null ? BODY : [])]);
    if (key !== null) slots.addExtras(at, BODY);
    if (role === "tool") {
      const { name = null, tool_call_id = null } = body;
      slots.addResult([...at, "content"], { name, callId: tool_call_id, unit: [], media: MEDIA });
      return slots.read("agent");
    }
    slots.addContent([...at, "content"], (part, place) => addPart(slots, part, place));
    (body.tool_calls ?? []).forEach((each, index) => {
      const place = [...at, "tool_calls", index];
      const { data: call } = ToolCall.safeParse(each);
      if (!call) {
        addCall(slots, each, place);
        return;
      }
      const { name, id = null } = call;
      slots.add("tool_call", [...place, "args"], { name, callId: id, pair: "call", holder: place });
      slots.addExtras(place, ["id", "name", "args", "type"]);
    });
    return slots.read(role, role === "agent" ? (body.name ?? null) : null);
  },
};

function roleOf(message: Record<string, unknown>): ReadMessage["role"] | "tool" | null {
  const name = Array.isArray(message.id) ? message.id.at(-1) : (message.type ?? message.role);
  const role = Object.hasOwn(ROLES, String(name)) ? ROLES[String(name)] : undefined;
  return role ?? null;
}

function addPart(slots: SlotCollector, part: Record<string, unknown>, at: SlotPath): boolean {
  const { data: call } = CallBlock.safeParse(part);
  if (call) {
    const key = ["args", "arguments", "input"].find((each) => Object.hasOwn(part, each));
    if (key === undefined) return false;
    const callId = call.call_id ?? call.id ?? null;
    slots.add("tool_call", [...at, key], { name: call.name, callId, pair: "call", holder: at });
    slots.addExtras(at, ["type", "id", "call_id", "name", key]);
    return true;
  }
  if (Reasoning.safeParse(part).success) slots.addWhole("reasoning", at);
  else if (Media.safeParse(part).success) slots.addWhole("media", at);
  else if (Hosted.safeParse(part).success) slots.addWhole("hosted_tool", at, { name: String(part.type) });
  else return addBlock(slots, part, at);
  return true;
}
