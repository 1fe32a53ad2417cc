import { z } from "zod";
import { type MessageFormat, type ReadMessage, SlotCollector, type SlotPath } from "../message-slot";

const Message = z.looseObject({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: z.union([z.string(), z.array(z.unknown())]),
});
const Part = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.enum(["reasoning", "reasoning-file"]) }),
  z.looseObject({ type: z.enum(["image", "file"]) }),
  z.looseObject({ type: z.literal("tool-call"), toolCallId: z.string(), toolName: z.string() }),
  z.looseObject({
    type: z.literal("tool-result"),
    toolCallId: z.string(),
    toolName: z.string(),
    output: z.looseObject({ type: z.string() }),
  }),
]);
const OUTPUT = ["text", "json", "error-text", "error-json"];
const MEDIA = ["media", "file", "file-data", "file-url", "file-id", "image-data", "image-url"];

const UiMessage = z.looseObject({
  id: z.string(),
  role: z.enum(["system", "user", "assistant"]),
  parts: z.array(z.looseObject({ type: z.string() })),
});
const UiToolPart = z.looseObject({
  type: z.string().regex(/^(?:tool-|dynamic-tool$)/),
  toolName: z.string().optional(),
  toolCallId: z.string(),
  state: z.string(),
});
const UI_TOOL = [
  ...["type", "toolName", "toolCallId", "state", "title", "input", "output", "errorText"],
  ...["providerExecuted", "preliminary", "dynamic", "inputEncoding", "approval"],
];

/** `ModelMessage` of the AI SDK, which it converts for a provider. */
export const aiSdk: MessageFormat = {
  name: "ai-sdk",
  replacements: {},
  itemIdKey: null,
  read(message) {
    const { data } = Message.safeParse(message);
    if (!data) return null;
    const slots = new SlotCollector(message);
    slots.addContent(["content"], (part, at) => addPart(slots, part, at));
    slots.addExtras([], ["role", "content"]);
    return slots.read(roleOf(data.role));
  },
};

function roleOf(role: z.infer<typeof Message>["role"]): ReadMessage["role"] {
  return role === "assistant" || role === "tool" ? "agent" : role;
}

function addPart(slots: SlotCollector, value: unknown, at: SlotPath): boolean {
  const { data: part } = Part.safeParse(value);
  if (!part) return false;
  switch (part.type) {
    case "text":
      if (part.text !== "") slots.add("text", [...at, "text"], { holder: at });
      slots.addExtras(at, ["type", "text"]);
      return true;
    case "reasoning":
    case "reasoning-file":
      slots.addWhole("reasoning", at);
      return true;
    case "tool-call": {
      const { toolName: name, toolCallId: callId } = part;
      slots.add("tool_call", [...at, "input"], { name, callId, pair: "call", holder: at });
      slots.addExtras(at, ["type", "toolCallId", "toolName", "input", "providerExecuted"]);
      return true;
    }
    case "tool-result": {
      const { toolName: name, toolCallId: callId, output } = part;
      const of = { name, callId, pair: "result", holder: at } as const;
      if (output.type === "content") {
        slots.addResult([...at, "output", "value"], { name, callId, unit: at, media: MEDIA });
      } else if (OUTPUT.includes(output.type)) slots.add("tool_result", [...at, "output", "value"], of);
      else slots.addWhole("tool_result", [...at, "output"], of);
      if (output.type === "content" || OUTPUT.includes(output.type))
        slots.addExtras([...at, "output"], ["type", "value"]);
      slots.addExtras(at, ["type", "toolCallId", "toolName", "output", "providerExecuted"]);
      return true;
    }
    default:
      slots.addWhole("media", at);
      return true;
  }
}

/** `UIMessage` of the AI SDK, in which a tool's call and result are one part. */
export const aiSdkUi: MessageFormat = {
  name: "ai-sdk-ui",
  replacements: {},
  itemIdKey: null,
  read(message) {
    const { data } = UiMessage.safeParse(message);
    if (!data) return null;
    const slots = new SlotCollector(message);
    data.parts.forEach((part, index) => {
      addUiPart(slots, part, ["parts", index]);
    });
    slots.addExtras([], ["id", "role", "parts"]);
    return slots.read(roleOf(data.role));
  },
};

function addUiPart(slots: SlotCollector, part: { type: string } & Record<string, unknown>, at: SlotPath) {
  const { type } = part;
  const { data: tool } = UiToolPart.safeParse(part);
  if (tool) addUiTool(slots, tool, at);
  else if (type === "text" && typeof part.text === "string") {
    if (part.text !== "") slots.add("text", [...at, "text"], { holder: at });
    slots.addExtras(at, ["type", "text", "state"]);
  } else if (type === "reasoning" || type === "reasoning-file") slots.addWhole("reasoning", at);
  else if (type === "file") slots.addWhole("media", at);
  else if (type === "source-url" || type === "source-document")
    slots.addWhole("hosted_tool", at, { name: "source" });
  else if (type.startsWith("data-")) {
    slots.add("data", [...at, "data"], { name: type.slice(5), holder: at });
    slots.addExtras(at, ["type", "id", "data"]);
  } else if (type !== "step-start") slots.addWhole("unknown", at, { name: type });
}

function addUiTool(slots: SlotCollector, part: z.infer<typeof UiToolPart>, at: SlotPath): void {
  const name = part.toolName ?? part.type.slice("tool-".length);
  const of = { name, callId: part.toolCallId, holder: at };
  slots.add("tool_call", [...at, "input"], { ...of, pair: "call" });
  const result = ["output", "errorText"].find((key) => part[key] !== undefined);
  if (result !== undefined) slots.add("tool_result", [...at, result], { ...of, pair: "result" });
  slots.addExtras(at, UI_TOOL);
}
