import { z } from "zod";
import { type MessageFormat, type ReadMessage, SlotCollector } from "../message-slot";

const Message = z.looseObject({
  type: z.literal("message").optional(),
  id: z.string().optional(),
  role: z.enum(["user", "system", "developer", "assistant"]),
  status: z.string().optional(),
  content: z.union([z.string(), z.array(z.unknown())]),
});
const FunctionCall = z.looseObject({
  type: z.literal("function_call"),
  id: z.string().optional(),
  callId: z.string(),
  name: z.string(),
  status: z.string().optional(),
  arguments: z.string(),
});
const FunctionResult = z.looseObject({
  type: z.literal("function_call_result"),
  id: z.string().optional(),
  callId: z.string(),
  name: z.string(),
  status: z.string().optional(),
  output: z.union([z.string(), z.looseObject({ type: z.string() }), z.array(z.unknown())]),
});
/** Calls of the tools that the SDK brings along, and their results. */
const BuiltInCall = z.looseObject({ type: z.string(), callId: z.string() });
const Hosted = z.looseObject({ type: z.literal("hosted_tool_call"), name: z.string() });
const Typed = z.looseObject({ type: z.string() });

const CALL_TYPES = ["computer_call", "shell_call", "apply_patch_call", "program", "tool_search_call"];
const RESULT_TYPES = [
  "computer_call_result",
  "shell_call_output",
  "apply_patch_call_output",
  "program_output",
  "tool_search_output",
];
const MEDIA = ["input_image", "input_file", "audio", "image", "file"];
const ITEM = ["type", "id", "status", "callId", "name", "namespace"];

/** Items of the OpenAI Agents SDK: `AgentInputItem`. */
export const openAiAgents: MessageFormat = {
  name: "openai-agents",
  replacements: {},
  itemIdKey: "id",
  read(item) {
    const message = Message.safeParse(item);
    if (message.success) return readMessage(item, message.data.role);
    const { data: { type } = { type: "" } } = Typed.safeParse(item);
    const slots = new SlotCollector(item);
    if (type === "function_call") {
      const { data: call } = FunctionCall.safeParse(item);
      if (!call) return null;
      const { name, callId } = call;
      slots.add("tool_call", ["arguments"], { name, callId, pair: "call", holder: [] });
      slots.addExtras([], [...ITEM, "arguments"]);
    } else if (type === "function_call_result") {
      const { data: result } = FunctionResult.safeParse(item);
      if (!result) return null;
      addOutput(slots, result);
      slots.addExtras([], [...ITEM, "output"]);
    } else if (CALL_TYPES.includes(type) || RESULT_TYPES.includes(type)) {
      const { data: call } = BuiltInCall.safeParse(item);
      if (!call) return null;
      const pair = CALL_TYPES.includes(type) ? "call" : "result";
      const name = type.replace(/_(?:call|call_result|call_output|output)$/, "");
      slots.addWhole(`tool_${pair}`, [], { name, callId: call.callId, pair });
    } else if (type === "hosted_tool_call") {
      const { data: hosted } = Hosted.safeParse(item);
      if (!hosted) return null;
      slots.addWhole("hosted_tool", [], { name: hosted.name });
    } else if (type === "reasoning") slots.addWhole("reasoning", []);
    else return null;
    return slots.read("agent");
  },
};

function readMessage(item: object, role: "user" | "system" | "developer" | "assistant"): ReadMessage {
  const slots = new SlotCollector(item);
  slots.addContent(["content"], (part, at) => {
    const field = part.type === "refusal" ? "refusal" : "text";
    if (typeof part[field] === "string" && /^(?:input_text|output_text|refusal)$/.test(String(part.type))) {
      if (part[field] !== "") slots.add("text", [...at, field], { holder: at });
      slots.addExtras(at, ["type", field]);
      return true;
    }
    if (!MEDIA.includes(String(part.type))) return false;
    slots.addWhole("media", at);
    return true;
  });
  slots.addExtras([], ["type", "id", "role", "status", "content", "phase"]);
  return slots.read(role === "assistant" ? "agent" : role === "user" ? "user" : "system");
}

function addOutput(slots: SlotCollector, { name, callId, output }: z.infer<typeof FunctionResult>): void {
  if (typeof output === "string" || Array.isArray(output)) {
    slots.addResult(["output"], { name, callId, unit: [], media: MEDIA });
    return;
  }
  const of = { name, callId, pair: "result", holder: [] } as const;
  if (typeof output.text === "string") slots.add("tool_result", ["output", "text"], of);
  else slots.addWhole("media", ["output"], of);
}
