import { z } from "zod";
import { isObject } from "../../is-object";
import { type MessageFormat, SlotCollector } from "../message-slot";

const Content = z.union([z.string(), z.null(), z.array(z.unknown())]).optional();
const Message = z.discriminatedUnion("role", [
  z.looseObject({ role: z.enum(["system", "developer"]), content: Content, name: z.string().optional() }),
  z.looseObject({ role: z.literal("user"), content: Content, name: z.string().optional() }),
  z.looseObject({
    role: z.literal("assistant"),
    content: Content,
    name: z.string().optional(),
    tool_calls: z.array(z.unknown()).nullish(),
  }),
  z.looseObject({ role: z.literal("tool"), content: Content, tool_call_id: z.string() }),
]);
const FunctionCall = z.looseObject({
  id: z.string(),
  type: z.literal("function").optional(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
const CustomCall = z.looseObject({
  id: z.string(),
  type: z.literal("custom"),
  custom: z.looseObject({ name: z.string(), input: z.string() }),
});

const MEDIA = ["image_url", "input_audio", "file"];

/** Messages of the OpenAI Chat Completions API, which many providers and frameworks share. */
export const openAiChat: MessageFormat = {
  name: "openai-chat",
  replacements: { content: null },
  itemIdKey: null,
  read(message) {
    const { data } = Message.safeParse(message);
    if (!data) return null;
    const slots = new SlotCollector(message);
    if (data.role === "tool") {
      slots.addResult(["content"], { name: null, callId: data.tool_call_id, unit: [], media: MEDIA });
      slots.addExtras([], ["role", "content", "tool_call_id", "name"]);
      return slots.read("agent");
    }
    addReasoning(slots, message);
    slots.addContent(["content"], (part, at) => {
      const field = part.type === "refusal" ? "refusal" : "text";
      if ((part.type === "text" || part.type === "refusal") && typeof part[field] === "string") {
        if (part[field] !== "") slots.add("text", [...at, field], { holder: at });
        slots.addExtras(at, ["type", field]);
        return true;
      }
      if (!MEDIA.includes(String(part.type))) return false;
      slots.addWhole("media", at);
      return true;
    });
    if (typeof message.refusal === "string" && message.refusal !== "") slots.add("text", ["refusal"]);
    const calls = data.role === "assistant" ? (data.tool_calls ?? []) : [];
    calls.forEach((call, index) => {
      addCall(slots, call, ["tool_calls", index]);
    });
    slots.addExtras([], ["role", "content", "name", "tool_calls", "refusal", ...REASONING]);
    if (data.role === "assistant") return slots.read("agent", data.name ?? null);
    return slots.read(data.role === "user" ? "user" : "system");
  },
};

/** Keys in which providers of this format return reasoning. */
const REASONING = ["reasoning_content", "reasoning"];

function addReasoning(slots: SlotCollector, message: Record<string, unknown>): void {
  for (const key of REASONING) if (message[key]) slots.addWhole("reasoning", [key]);
}

/** Adds a call of `tool_calls`. */
export function addCall(slots: SlotCollector, call: unknown, at: readonly (string | number)[]): void {
  const { data: called } = FunctionCall.safeParse(call);
  const { data: custom } = CustomCall.safeParse(call);
  if (!called && !custom) {
    const name = isObject(call) && typeof call.type === "string" ? call.type : "call";
    slots.addWhole("unknown", at, { name });
    return;
  }
  const pair = "call" as const;
  if (called) {
    const of = { name: called.function.name, callId: called.id, pair, holder: at };
    slots.add("tool_call", [...at, "function", "arguments"], of);
    slots.addExtras([...at, "function"], ["name", "arguments"]);
  }
  if (custom) {
    const of = { name: custom.custom.name, callId: custom.id, pair, holder: at };
    slots.add("tool_call", [...at, "custom", "input"], of);
    slots.addExtras([...at, "custom"], ["name", "input"]);
  }
  slots.addExtras(at, ["id", "type", "function", "custom", "index"]);
}
